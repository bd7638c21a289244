package fetching

import (
	"io"
	"testing"

	"hatpin/hatpintest"
)

func TestClient(t *testing.T) {
	hatpintest.Run(t, "names/other-*", func(w hatpintest.World) error {
		return New(w.RootCAs(), w.DialContext).Copy(io.Discard, w.URL)
	})
}
