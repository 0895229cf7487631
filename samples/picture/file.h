/* file.h: whole files as bytes. */
#ifndef SAMPLES_PICTURE_FILE_H
#define SAMPLES_PICTURE_FILE_H

#include <stddef.h>

/* Returns a whole file, to be freed; NULL: errno says why. */
unsigned char *file_read(const char *path, size_t *size);

#endif
