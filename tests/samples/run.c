/* run.c: evolute-run checks its arguments, prints a summary, writes each requested file whole
 * or not at all, and detects broken laws. */
#include <dirent.h>
#include <math.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "scenes/scenes.h"
#include "suites.h"
#include "support/program.h"
#include "support/random.h"

/* The output, to be freed. */
static char *run(const char *arguments, int expected) {
    return program_expect("evolute-run", arguments, expected);
}

START_TEST(valid_arguments_are_accepted) {
    const program_case cases[] = {
        {"--help", 0, "usage:"},
        {"--help", 0, "kinetic_energy"},
        {"mixer --help", 0, "--blades"},
        {"--list", 0, "hourglass"},
        {"pile --count 20 --time 0.5 --no-picture", 0, "steps                     30\n"},
        {"pile --count 20 --time 0.51 --no-picture", 0, "time                      0.51 s\n"},
        {"pile --count 20 --time 0 --seed 5 --lanes 4 --no-sleep --no-picture", 0,
         "awake                     20\n"},
        {"race --time 20 --no-picture", 0, "fell asleep               4\n"},
        {"harddisks --count 16 --packing 0.7 --time 1 --no-picture", 0, "compressibility"},
        {"harddisks --count 16 --packing 0.7 --time 1 --no-picture", 0,
         "deepest overlap           0 m"},
        {"galperin --digits 2 --no-picture", 0, "energy drift              "},
        {"pile --count 20 --time 0.5 --no-picture --summary json", 0, "\"steps\": 30,"},
        {"verify cradle", 0, "time reversal  kept"},
        {"verify sinai", 0, "time reversal  kept"},
        {"verify pile --count 20 --time 1", 0, "overlap        kept"},
        {"verify harddisks --count 64 --time 1", 0, "momentum       kept"},
    };
    program_check("evolute-run", cases, sizeof cases / sizeof *cases);
}
END_TEST

/* What is driven gains energy and loses it: that is no drift. */
START_TEST(driven_scenes_have_no_drift) {
    const char *const driven[] = {"mixer", "car", "crane", "pinball", "toys"};
    for (int i = 0; i < 5; ++i) {
        char arguments[80];
        snprintf(arguments, sizeof arguments, "%s --time 0.5 --no-picture", driven[i]);
        char *told = run(arguments, 0);
        ck_assert_ptr_nonnull(strstr(told, "kinetic energy"));
        ck_assert_msg(strstr(told, "drift") == NULL, "%s", driven[i]);
        free(told);
    }
}
END_TEST

START_TEST(invalid_arguments_are_refused) {
    const program_case cases[] = {
        {"harddisks --count 17 --packing 0.85 --no-picture", 1, "harddisks cannot be built so"},
        {"", 2, "name a scene"},
        {"verify", 2, "name a scene"},
        {"heaps", 2, "there is no scene heaps"},
        {"verify heaps", 2, "there is no scene heaps"},
        {"pile --count", 2, "--count needs a value"},
        {"pile --count 20.5", 2, "Give a whole number from 10 to 1000000"},
        {"pile --count 5", 2, "from 10 to 1000000"},
        {"pile --count many", 2, "--count cannot be many"},
        {"pile --friction nan", 2, "--friction cannot be nan"},
        {"pile --blades 3", 2, "pile has no --blades"},
        {"pile --time -1", 2, "--time cannot be -1"},
        {"pile --time 1e9", 2, "--time cannot be 1e9"},
        {"pile --every x", 2, "--every cannot be x"},
        {"pile --seed -3", 2, "--seed cannot be -3"},
        {"pile --lanes 2", 2, "--lanes cannot be 2"},
        {"pile --lanes 160", 2, "--lanes cannot be 160"},
        {"pile --summary xml", 2, "--summary cannot be xml"},
        {"pile --series time,enrgy", 2, "--series has no enrgy"},
        {"pile --series time", 2, "--series needs two"},
        {"pile --pixels 9", 2, "Give a number from 50 to 8000"},
        {"pile --show shadows", 2, "--show knows no shadows"},
        {"pile count 20", 2, "count is not understood"},
        {"pile --output ''", 2, "--output has no name"},
        {"pile --output last.jpg", 2, "ends in .png, .svg or .pdf"},
        {"pile --plot energy.txt", 2, "Let the name end in .csv"},
        {"pile --csv a.csv --events a.csv", 2, "are the same file"},
        {"pile --csv a.csv --plot ./a.csv", 2, "are the same file"},
        {"pile --frames a.png --output a-00003.png", 2, "are the same file"},
        {"verify sinai --csv a.csv", 2, "verify writes no files"},
        {"pile --time 1 --relax 2", 2, "--relax is beyond the end"},
        {"gas --count 10 --fill 0.5 --no-picture", 1, "gas cannot be built so"},
        {"pile --time 0 --output no-such-folder/last.svg", 3, "No such file"},
        {"pile --time 0 --output tests/last.svg/x.png", 3, "No such file"},
        {"pile --time 0 --no-picture --trajectory tests", 3, "Is a directory"},
        {"pile --time 0 --no-picture --trajectory /dev/full", 3, "No space left"},
        {"cradle --no-picture --events /dev/full", 3, "No space left"},
        {"pile --time 0 --no-picture >/dev/full", 3, "cannot be printed"},
        {"verify cradle >/dev/full", 3, "cannot be printed"},
        {"--help >/dev/full", 3, "cannot be printed"},
    };
    program_check("evolute-run", cases, sizeof cases / sizeof *cases);
}
END_TEST

/* No parameter of a scene has the name of a flag. */
START_TEST(params_and_flags_are_apart) {
    char *help = run("--help", 0);
    for (size_t i = 0; scene_at(i); ++i)
        for (size_t k = 0; k < scene_param_count(scene_at(i)); ++k) {
            char flag[64];
            snprintf(flag, sizeof flag, "\n  --%s ", scene_at(i)->params[k].name);
            ck_assert_msg(!strstr(help, flag), "%s has a param%s", scene_at(i)->name, flag);
        }
    free(help);
}
END_TEST

/* ---- Files ----------------------------------------------------------------------------------- */

static size_t count_in(const char *text, const char *word) {
    size_t count = 0;
    for (const char *at = strstr(text, word); at; at = strstr(at + 1, word)) ++count;
    return count;
}

static bool is_there(const char *path) {
    return access(path, F_OK) == 0;
}

/* Each picture has the format of its extension. */
START_TEST(pictures_have_the_format_of_their_extension) {
    const char *const names[] = {"test-run.png", "test-run.svg", "test-run.pdf"};
    const char *const marks[] = {"\x89PNG", "<?xml", "%PDF"};
    for (size_t i = 0; i < 3; ++i) {
        char arguments[120], head[5] = "";
        const char *path = program_file(names[i]);
        snprintf(arguments, sizeof arguments, "race --time 1 --show contacts,trails --output %s",
                 path);
        free(run(arguments, 0));
        FILE *file = fopen(path, "rb");
        ck_assert_ptr_nonnull(file);
        ck_assert_uint_eq(fread(head, 1, 4, file), 4);
        ck_assert_int_eq(strncmp(head, marks[i], 4), 0);
        fclose(file);
        remove(path);
    }
}
END_TEST

/* Cropped pictures are 3 : 2, whatever the scene's view. */
START_TEST(cropped_pictures_have_one_shape) {
    const char *const scenes[] = {"hourglass", "dominoes", "pendulum --show joints,trails"};
    for (size_t i = 0; i < 3; ++i) {
        unsigned char head[24] = {0};
        char arguments[160];
        const char *path = program_file("test-run.png");
        snprintf(arguments, sizeof arguments, "%s --time 1 --crop --pixels 420 --output %s",
                 scenes[i], path);
        free(run(arguments, 0));
        FILE *file = fopen(path, "rb");
        ck_assert_ptr_nonnull(file);
        ck_assert_uint_eq(fread(head, 1, sizeof head, file), sizeof head);
        ck_assert_int_eq(head[18] * 256 + head[19], 420);
        ck_assert_int_eq(head[22] * 256 + head[23], 280);
        fclose(file);
        remove(path);
    }
}
END_TEST

/* Unfinished files of the tests. */
static size_t count_parts(void) {
    DIR *folder = opendir(program_file(""));
    size_t count = 0;
    ck_assert_ptr_nonnull(folder);
    for (struct dirent *at = readdir(folder); at; at = readdir(folder))
        count += strstr(at->d_name, "test-run") && strstr(at->d_name, ".part");
    closedir(folder);
    return count;
}

/* A link stays a link, whether its target existed or not, and a file keeps its permissions. */
START_TEST(links_and_permissions_are_kept) {
    struct stat seen;
    const char *link = program_file("test-run-link.csv"), *file = program_file("test-run-file.csv");
    for (int again = 0; again < 2; ++again) {
        remove(link);
        ck_assert_int_eq(symlink("test-run-file.csv", link), 0);
        free(run("race --time 0 --no-picture --csv $BUILD/test-run-link.csv", 0));
        ck_assert_int_eq(lstat(link, &seen), 0);
        ck_assert(S_ISLNK(seen.st_mode));
        ck_assert_int_eq(stat(file, &seen), 0);
        ck_assert(S_ISREG(seen.st_mode) && seen.st_size > 0);
        if (again) ck_assert_int_eq((int)(seen.st_mode & 0777), 0600);
        ck_assert_int_eq(chmod(file, 0600), 0);
    }
    remove(link);
    remove(file);
}
END_TEST

/* An interrupted run writes what it has, and says so. */
START_TEST(interruptions_keep_what_there_is) {
    int status;
    char *output = program_run("evolute-run harddisks --count 3000 --time 900 --no-picture "
                               "--trajectory $BUILD/test-run.xyz & sleep 1; kill -INT $!; wait $!; "
                               "end=$?; echo lines $(wc -l <$BUILD/test-run.xyz); exit $end",
                               &status);
    const char *file = program_file("test-run.xyz");
    ck_assert_int_eq(status, 4);
    ck_assert_ptr_nonnull(strstr(output, "interrupted at "));
    ck_assert_ptr_nonnull(strstr(output, "impacts of two"));
    const char *counted = strstr(output, "lines ");
    const long lines = counted ? strtol(counted + 6, NULL, 10) : 0;
    ck_assert_msg(lines > 0 && lines % 3002 == 0, "%ld lines", lines);
    ck_assert_uint_eq(count_parts(), 0);
    remove(file);
    free(output);
}
END_TEST

/* A gas tells the error of its compressibility; a figure that is not known is empty. */
START_TEST(errors_are_told_where_they_are_known) {
    int status;
    char *output = program_run("evolute-run harddisks --count 200 --time 20 --no-picture", &status);
    ck_assert_int_eq(status, 0);
    const char *z = strstr(output, "compressibility ");
    const char *error = strstr(output, "compressibility error");
    ck_assert(z && error);
    const double value = strtod(strpbrk(z, "0123456789"), NULL);
    const double off = strtod(strpbrk(error, "0123456789"), NULL);
    ck_assert_msg(off > 1e-4 * value && off < 0.03 * value, "%g +- %g", value, off);
    free(output);
    output = program_run("evolute-run pile --time 0.2 --no-picture --series time,compressibility "
                         "--csv $BUILD/test-run.csv",
                         &status);
    ck_assert_int_eq(status, 0);
    char *table = program_read(program_file("test-run.csv"));
    ck_assert_ptr_nonnull(strstr(table, "\n0,\n"));
    ck_assert_ptr_null(strstr(table, "nan"));
    remove(program_file("test-run.csv"));
    free(table);
    free(output);
}
END_TEST

/* Reads a table without the line that begins it, which tells where it comes from. */
static char *read_table(const char *name) {
    char *text = program_read(program_file(name)), *rows = strchr(text, '\n');
    ck_assert_ptr_nonnull(rows);
    ck_assert_int_eq(strncmp(text, "# evolute-run ", 14), 0);
    memmove(text, rows + 1, strlen(rows));
    return text;
}

/* Each output tells scene, parameters, seed, build and date. */
START_TEST(outputs_tell_where_they_come_from) {
    char begins[256], *at;
    free(run("race --slope 0.25 --seed 7 --time 0.1 --no-picture --csv $BUILD/test-o.csv --events "
             "$BUILD/test-o-e.csv --velocities $BUILD/test-o-v.csv --trajectory $BUILD/test-o.xyz",
             0));
    snprintf(begins, sizeof begins, " --seed 7; %s; 20", evo_build_text());
    for (int i = 0; i < 3; ++i) {
        static const char *const NAMES[] = {"test-o.csv", "test-o-e.csv", "test-o-v.csv"};
        char *text = program_read(program_file(NAMES[i]));
        *strchr(text, '\n') = '\0';
        ck_assert_ptr_eq(strstr(text, "# evolute-run race --slope 0.25 --"), text);
        ck_assert_ptr_nonnull(at = strstr(text, begins));
        ck_assert_uint_eq(strlen(at), strlen(begins) - 2 + strlen("2026-01-31T23:59:59Z"));
        free(text);
        remove(program_file(NAMES[i]));
    }
    char *frames = program_read(program_file("test-o.xyz"));
    ck_assert_uint_eq(count_in(frames, " Run=\"evolute-run race --slope 0.25 --"), 1);
    free(frames);
    remove(program_file("test-o.xyz"));
}
END_TEST

/* A refused or failed run keeps old files and leaves no new ones. */
START_TEST(files_are_never_half_written) {
    const char *path = program_file("test-run.csv");
    free(run("race --time 1 --no-picture --csv $BUILD/test-run.csv", 0));
    char *first = program_read(path);
    ck_assert_uint_eq(count_in(first, "\n"), 2 + 11);
    free(run("race --slope 9 --no-picture --csv $BUILD/test-run.csv", 2));
    free(run("race --time 1 --no-picture --csv $BUILD/test-run.csv --trajectory /dev/full", 3));
    free(run("harddisks --count 17 --packing 0.85 --no-picture --csv $BUILD/test-run.csv", 1));
    char *kept = program_read(path);
    ck_assert_str_eq(first, kept);
    free(run("race --time 2 --no-picture --csv $BUILD/test-run.csv", 0));
    char *second = program_read(path);
    ck_assert_uint_eq(count_in(second, "\n"), 2 + 21);
    free(first);
    free(kept);
    free(second);
    remove(path);
    ck_assert_uint_eq(count_parts(), 0);
}
END_TEST

static double number_behind(const char *text, const char *name) {
    const char *at = strstr(text, name);
    ck_assert_msg(at != NULL, "no %s in %s", name, text);
    return strtod(at + strlen(name), NULL);
}

/* The last row of the series agrees with the summary. */
START_TEST(series_and_summary_agree) {
    char *summary = run("gas --count 100 --time 1 --no-picture --summary json --csv "
                        "$BUILD/test-series.csv --series time,kinetic_energy,impacts,overlap",
                        0);
    char *rows = read_table("test-series.csv");
    double time, energy, impacts, overlap;
    ck_assert_ptr_eq(strstr(rows, "time [s],kinetic_energy [J],impacts,overlap [m]\n"), rows);
    *strrchr(rows, '\n') = '\0';
    ck_assert_int_eq(
        sscanf(strrchr(rows, '\n'), "%lf,%lf,%lf,%lf", &time, &energy, &impacts, &overlap), 4);
    ck_assert_double_eq_tol(time, 1, 1e-12);
    ck_assert_double_eq_tol(energy, number_behind(summary, "\"kinetic_energy\": "), 1e-7 * energy);
    ck_assert_double_eq(impacts, number_behind(summary, "\"impacts\": "));
    ck_assert_double_gt(impacts, 50);
    free(summary);
    free(rows);
    remove(program_file("test-series.csv"));
}
END_TEST

/* Newton's cradle: one row per impact, at exact times. */
START_TEST(every_impact_has_a_row) {
    char *summary = run("cradle --time 1.5 --no-picture --events $BUILD/test-events.csv", 0);
    char *rows = read_table("test-events.csv");
    ck_assert_double_eq(number_behind(summary, "impacts of two            "), 4);
    ck_assert_uint_eq(count_in(rows, "\n"),
                      1 + 4 + (size_t)number_behind(summary, "impacts with what stands  "));
    double time, x, y, nx, ny, speed, impulse;
    long a, b;
    ck_assert_int_eq(sscanf(strchr(rows, '\n'), "%lf,%ld,%ld,%lf,%lf,%lf,%lf,%lf,%lf", &time, &a,
                            &b, &x, &y, &nx, &ny, &speed, &impulse),
                     9);
    ck_assert_int_eq(a, 0);
    ck_assert_int_eq(b, 1);
    ck_assert_double_eq(fabs(nx), 1);
    ck_assert_double_eq_tol(speed, 2, 1e-12);
    free(summary);
    free(rows);
    remove(program_file("test-events.csv"));
}
END_TEST

START_TEST(trajectories_are_extended_xyz) {
    free(run("harddisks --count 16 --packing 0.3 --time 1 --every 0.5 --no-picture --trajectory "
             "$BUILD/test-run.xyz",
             0));
    char *text = program_read(program_file("test-run.xyz"));
    ck_assert_uint_eq(count_in(text, "\n"), 3 * 18);
    ck_assert_uint_eq(count_in(text, "\nH "), 3 * 16);
    ck_assert_uint_eq(count_in(text, "pbc=\"T T F\""), 3);
    ck_assert_ptr_eq(strstr(text, "16\nLattice=\""), text);
    /* Side of the box: the root of 16 pi / 4 / 0.3. */
    const double side = number_behind(text, "Lattice=\"");
    ck_assert_double_eq_tol(side, 6.4720865, 1e-6);
    /* Behind the species is the position, as in plain XYZ: on a lattice of four rows at first. */
    const char *atom = text;
    for (int i = 0; i < 3 * 16; ++i) {
        double x, y, z;
        ck_assert_ptr_nonnull(atom = strstr(atom, "\nH "));
        ck_assert_int_eq(sscanf(atom += 3, "%lf %lf %lf", &x, &y, &z), 3);
        ck_assert(x >= 0 && x <= side && y >= 0 && y <= side && z == 0);
        if (i < 16) ck_assert_double_eq_tol(y * 4 / side - 0.5, round(y * 4 / side - 0.5), 1e-6);
    }
    free(text);
    remove(program_file("test-run.xyz"));
}
END_TEST

START_TEST(frames_are_numbered) {
    free(run("cradle --time 0.3 --every 0.1 --no-picture --frames $BUILD/test-frame.svg", 0));
    for (int i = 0; i < 4; ++i) {
        char name[32];
        snprintf(name, sizeof name, "test-frame-%05d.svg", i);
        const char *path = program_file(name);
        ck_assert_msg(is_there(path), "%s is missing", path);
        remove(path);
    }
    ck_assert(!is_there(program_file("test-frame-00004.svg")));
    ck_assert(!is_there(program_file("test-frame.svg")));
}
END_TEST

/* A thousand hard disks at packing 0.5: the pressure by two methods against Kolafa and Rottner's,
 * the Maxwell-Boltzmann speeds, and the pair distribution at contact, which follows from the
 * pressure. */
START_TEST(gases_are_observed) {
    char *summary = run("harddisks --time 60 --no-picture --velocities $BUILD/test-speeds.csv "
                        "--neighbours $BUILD/test-pairs.csv --plot $BUILD/test-plot.svg",
                        0);
    const double factor = 4.106;
    ck_assert_double_eq_tol(number_behind(summary, "\ncompressibility           "), factor, 0.04);
    ck_assert_double_eq_tol(number_behind(summary, "compressibility by rate   "), factor, 0.04);
    ck_assert_double_eq_tol(number_behind(summary, "collision rate            "), 7.01, 0.07);
    char *speeds = read_table("test-speeds.csv"), *line = strchr(speeds, '\n');
    double worst = 0, sum = 0, u, density, law;
    while (line && sscanf(line + 1, "%lf,%lf,%lf", &u, &density, &law) == 3) {
        worst = fmax(worst, fabs(density - law));
        sum += 0.1 * density;
        line = strchr(line + 1, '\n');
    }
    ck_assert_double_eq_tol(sum, 1, 1e-6);
    ck_assert_double_lt(worst, 0.02);
    char *pairs = read_table("test-pairs.csv");
    double most = 0, last = 0, distance, found;
    for (line = strchr(pairs, '\n'); line && sscanf(line + 1, "%lf,%lf", &distance, &found) == 2;
         line = strchr(line + 1, '\n')) {
        if (distance < 0.95) ck_assert_double_eq(found, 0);
        most = fmax(most, found);
        last = found;
    }
    /* At contact it is (factor - 1) / (2 packing) = 3.106; the bin is as wide as a thirtieth. */
    ck_assert_double_gt(most, 2.7);
    ck_assert_double_lt(most, 3.2);
    ck_assert_double_eq_tol(last, 1, 0.02);
    ck_assert(is_there(program_file("test-plot.svg")));
    free(summary);
    free(speeds);
    free(pairs);
    remove(program_file("test-speeds.csv"));
    remove(program_file("test-pairs.csv"));
    remove(program_file("test-plot.svg"));
}
END_TEST

/* The temperature of a single disk among static bodies follows from its energy. */
START_TEST(one_disk_has_a_temperature) {
    free(run("sinai --time 1 --no-picture --csv $BUILD/test-heat.csv --series "
             "time,kinetic_energy,temperature",
             0));
    char *rows = read_table("test-heat.csv");
    double time, energy, heat;
    ck_assert_int_eq(sscanf(strchr(rows, '\n'), "%lf,%lf,%lf", &time, &energy, &heat), 3);
    ck_assert_double_eq_tol(heat, energy, 1e-12);
    free(rows);
    remove(program_file("test-heat.csv"));
}
END_TEST

/* Ten seconds of each scene. */
START_TEST(every_scene_obeys_the_laws) {
    char arguments[64];
    snprintf(arguments, sizeof arguments, "verify %s --time 10", scene_at((size_t)_i)->name);
    char *output = run(arguments, 0);
    ck_assert_msg(!strstr(output, "BROKEN"), "%s", output);
    free(output);
}
END_TEST

/* A record of a run, also of one that goes on, is replayed to its end; a damaged one as far as it
 * is whole. */
START_TEST(records_are_replayed) {
    const program_case cases[] = {
        {"platforms --time 2 --no-picture --record $BUILD/test-run.evr", 0, "steps"},
        {"replay $BUILD/test-run.evr", 0, "120 steps, 360 calls: all as they were recorded"},
        {"replay $BUILD/test-run.evr --lanes 1", 0, "120 steps"},
        {"harddisks --time 1 --no-picture --record $BUILD/test-run.evr --checkpoint "
         "$BUILD/test-run.bin",
         0, "steps"},
        {"harddisks --time 2 --relax 0.1 --no-picture --record $BUILD/test-run.evr --resume "
         "$BUILD/test-run.bin",
         0, "steps"},
        {"replay $BUILD/test-run.evr --lanes 16", 0, "120 steps"},
        {"replay", 2, "name a file"},
        {"replay --lanes", 2, "name a file"},
        {"replay $BUILD/test-run.evr --time 1", 2, "replay has no --time"},
        {"replay $BUILD/test-run.evr --from 60 --to 30", 2, "--to is before --from"},
        {"replay $BUILD/test-run.evr --from 121", 2, "has 120 steps"},
        {"replay $BUILD/test-run.evr $BUILD/test-run.evr --csv a.csv", 2, "Leave --csv out"},
        {"replay $BUILD/test-run.evr $BUILD/test-run.evr", 0, "120 steps: all states are the same"},
        {"replay $BUILD/test-run.evr --from 50 --to 60", 0, "steps 50 to 60: all calls"},
        {"replay $BUILD/test-run.evr --lanes 3", 2, "--lanes cannot be 3"},
        {"replay Makefile", 3, "Makefile is no record"},
        {"replay nowhere", 3, "nowhere cannot be read"},
    };
    program_check("evolute-run", cases, sizeof cases / sizeof *cases);
    const char *path = program_file("test-run.evr");
    ck_assert_int_eq(truncate(path, 20000), 0);
    free(run("replay $BUILD/test-run.evr", 3));
    remove(path);
    remove(program_file("test-run.bin"));
    remove(program_file("test-run.bin.log"));
}
END_TEST

/* A replay writes the files of a run: the same table and impacts, from any step on. */
START_TEST(replays_are_seen) {
    free(run("bowl --time 3 --every 0.5 --no-picture --record $BUILD/test-run.evr --series "
             "time,energy --csv $BUILD/test-seen.csv --events $BUILD/test-hits.csv",
             0));
    char *rows = read_table("test-seen.csv"), *hits = read_table("test-hits.csv");
    free(run("replay $BUILD/test-run.evr --every 0.5 --series time,energy --csv "
             "$BUILD/test-seen.csv --events $BUILD/test-hits.csv",
             0));
    char *seen = read_table("test-seen.csv"), *again = read_table("test-hits.csv");
    ck_assert_str_eq(strchr(rows, '\n'), strchr(seen, '\n'));
    ck_assert_str_eq(strchr(hits, '\n'), strchr(again, '\n'));
    free(run("replay $BUILD/test-run.evr --from 90 --to 150 --every 0.5 --series time,energy "
             "--csv $BUILD/test-seen.csv --frames $BUILD/test-seen.png --output "
             "$BUILD/test-last.png --show contacts,trails",
             0));
    char *part = read_table("test-seen.csv"), *at = strstr(rows, "\n1.5,");
    ck_assert_ptr_nonnull(at);
    ck_assert_int_eq(strncmp(strstr(part, "\n1.5,"), at, 12), 0);
    for (int i = 0; i < 3; ++i) {
        char name[40];
        snprintf(name, sizeof name, "test-seen-%05d.png", i);
        ck_assert_int_eq(remove(program_file(name)), 0);
    }
    ck_assert_int_eq(remove(program_file("test-last.png")), 0);
    char *calls = run("replay $BUILD/test-run.evr --from 10 --to 12 --calls", 0);
    ck_assert_ptr_nonnull(strstr(calls, "10  evo_world_step: 0.0166667"));
    ck_assert_ptr_nonnull(strstr(calls, "11  evo_world_step"));
    ck_assert_ptr_null(strstr(calls, "12  evo_world_step"));
    remove(program_file("test-run.evr"));
    remove(program_file("test-seen.csv"));
    remove(program_file("test-hits.csv"));
    free(rows);
    free(hits);
    free(seen);
    free(again);
    free(part);
    free(calls);
}
END_TEST

static bool write_file(void *context, const void *bytes, size_t size) {
    return fwrite(bytes, 1, size, context) == size;
}

/* Records a pile for some steps, with a push before one of them. */
static void record_pile(const char *path, int pushed, double push) {
    enum { BALLS = 8, STEPS = 200 };
    evo_world_config config = evo_world_config_default();
    config.gravity.y = -10;
    evo_world *world = evo_world_create(&config);
    FILE *file = fopen(path, "wb");
    evo_body balls[BALLS];
    ck_assert_ptr_nonnull(file);
    for (int i = 0; i < BALLS; ++i) {
        evo_body_config ball = evo_body_config_default();
        ball.shape = evo_circle(0.3);
        ball.position = evo_vec(0.1 * i, 0.5 + i);
        ball.tag = (uint64_t)i + 10;
        balls[i] = evo_body_create(world, &ball);
    }
    ck_assert_int_eq(
        evo_record_begin(world, &(evo_record_config){.write = write_file, .context = file}),
        EVO_OK);
    for (int i = 0; i < STEPS; ++i) {
        const double x = i == pushed ? push : 0.5;
        (void)evo_body_apply_center_impulse(world, balls[i % BALLS], evo_vec(x, 0));
        ck_assert_int_eq(evo_world_step(world, SCENE_STEP), EVO_OK);
    }
    evo_world_destroy(world);
    fclose(file);
}

/* Two records part where one call differs: named are the step, both calls and the body. */
START_TEST(records_are_compared) {
    random_seed((uint64_t)_i);
    for (int i = 0; i < 4; ++i) {
        const int step = (int)random_between(0, 200);
        char expected[100];
        record_pile(program_file("test-one.evr"), step, 0.5);
        record_pile(program_file("test-two.evr"), step, 0.75);
        char *told = run("replay $BUILD/test-one.evr $BUILD/test-two.evr", 1);
        snprintf(expected, sizeof expected, "part in step %d, call 1 behind step %d:", step + 1,
                 step);
        ck_assert_msg(strstr(told, expected), "%s: %s", expected, told);
        snprintf(expected, sizeof expected, "body %d (tag %d): (0.75, 0)", step % 8, step % 8 + 10);
        ck_assert_msg(strstr(told, expected), "%s: %s", expected, told);
        snprintf(expected, sizeof expected, "Body %d (tag %d) is the first", step % 8,
                 step % 8 + 10);
        ck_assert_msg(strstr(told, expected), "%s: %s", expected, told);
        free(told);
    }
    remove(program_file("test-one.evr"));
    remove(program_file("test-two.evr"));
}
END_TEST

Suite *suite_run(void) {
    Suite *suite = suite_create("run");
    TCase *runs = tcase_create("runs");
    tcase_set_tags(runs, "long");
    tcase_add_test(runs, driven_scenes_have_no_drift);
    tcase_add_test(runs, valid_arguments_are_accepted);
    tcase_add_test(runs, invalid_arguments_are_refused);
    tcase_add_test(runs, params_and_flags_are_apart);
    tcase_add_test(runs, pictures_have_the_format_of_their_extension);
    tcase_add_test(runs, cropped_pictures_have_one_shape);
    tcase_add_test(runs, outputs_tell_where_they_come_from);
    tcase_add_test(runs, files_are_never_half_written);
    tcase_add_test(runs, links_and_permissions_are_kept);
    tcase_add_test(runs, interruptions_keep_what_there_is);
    tcase_add_test(runs, errors_are_told_where_they_are_known);
    tcase_add_test(runs, series_and_summary_agree);
    tcase_add_test(runs, every_impact_has_a_row);
    tcase_add_test(runs, trajectories_are_extended_xyz);
    tcase_add_test(runs, records_are_replayed);
    tcase_add_test(runs, replays_are_seen);
    tcase_add_loop_test(runs, records_are_compared, 0, 2);
    tcase_add_test(runs, frames_are_numbered);
    tcase_add_test(runs, gases_are_observed);
    tcase_add_test(runs, one_disk_has_a_temperature);
    tcase_add_loop_test(runs, every_scene_obeys_the_laws, 0, 37);
    suite_add_tcase(suite, runs);
    return suite;
}
