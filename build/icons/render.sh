#!/bin/sh
# Draws the pictures that the programs embed from the .svg files beside this
# script. Run it after changing one of them and commit what it writes.
# Needs rsvg-convert (librsvg) and convert (ImageMagick).
set -eu
cd "$(dirname "$0")"
tray=../../app/tray/icons
mkdir -p "$tray"
scratch=$(mktemp -d)
trap 'rm -rf "$scratch"' EXIT

# draw SVG PIXELS FILE
draw() { rsvg-convert -w "$2" -h "$2" -o "$3" "$1"; }

# ico FILE SVG:PIXELS...: several sizes in one file.
ico() {
	file=$1
	shift
	set -- "$@" end
	while [ "$1" != end ]; do
		draw "${1%:*}" "${1#*:}" "$scratch/${1#*:}.png"
		set -- "$@" "$scratch/${1#*:}.png"
		shift
	done
	shift
	convert "$@" "$file"
	rm -f "$scratch"/*.png
}

for state in fine paused trouble; do
	# Twice the size of a usual panel's icon: exact on screens of double density
	# and when halved.
	draw "tray-$state-22.svg" 44 "$tray/tray-$state.png"
	ico "$tray/tray-$state.ico" "tray-$state.svg:16" "tray-$state-22.svg:20" "tray-$state-22.svg:24" "tray-$state.svg:32"
done
for size in 16 32; do draw app-small.svg $size app-$size.png; done
for size in 48 128 256 512; do draw app.svg $size app-$size.png; done
cp app-256.png ../../app/icon.png
cp app-512.png ../appicon.png
mkdir -p ../windows
ico ../windows/icon.ico app-small.svg:16 app-small.svg:32 app.svg:48 app.svg:64 app.svg:128 app.svg:256
