package tray

import _ "embed"

// The pictures, drawn by build/icons/render.sh. They are variables of the
// package because the C side keeps a pointer to their bytes.
//
// They are a middle grey: the panel may be dark or light, the program is not
// told which, and black or white would vanish on one of them. This grey keeps
// a contrast of 3.5:1 or more on the usual panels of both kinds.
var (
	//go:embed icons/tray-fine.png
	pictureFine []byte
	//go:embed icons/tray-paused.png
	picturePaused []byte
	//go:embed icons/tray-trouble.png
	pictureTrouble []byte

	pictures = [...][]byte{IconFine: pictureFine, IconPaused: picturePaused, IconTrouble: pictureTrouble}
)
