package tray

import _ "embed"

// The pictures, drawn by build/icons/render.sh: 16, 20, 24 and 32 pixels in one
// file, of which Windows takes what fits the screen.
var (
	//go:embed icons/tray-fine.ico
	pictureFine []byte
	//go:embed icons/tray-paused.ico
	picturePaused []byte
	//go:embed icons/tray-trouble.ico
	pictureTrouble []byte

	pictures = [...][]byte{IconFine: pictureFine, IconPaused: picturePaused, IconTrouble: pictureTrouble}
)
