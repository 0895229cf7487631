# A virtual screen (Xvfb) for the tests of windows, and a folder for their files, $work. Sets DISPLAY
# and $server; the caller ends both.
#   . screen.sh; screen_open WIDTHxHEIGHT
work=$(mktemp -d)
screen=:$((90 + $$ % 900))
server=''

screen_open() {
    Xvfb $screen -screen 0 "$1x24" >/dev/null 2>&1 &
    server=$!
    export DISPLAY=$screen
    for _ in 1 2 3 4 5 6 7 8 9 10; do
        xdotool getmouselocation >/dev/null 2>&1 && return
        sleep 0.5
    done
}
