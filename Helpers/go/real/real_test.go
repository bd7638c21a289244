//go:build real

// Package real tests net/http; script/test-real compares the verdicts with those of its definition.
package real

import (
	"testing"

	"hatpin/hatpintest"
)

func TestHTTP(t *testing.T) {
	for _, selector := range []string{"names/*", "anchors/*", "time/*"} {
		hatpintest.Run(t, selector, func(w hatpintest.World) error {
			response, err := w.Client().Get(w.URL)
			if err == nil {
				response.Body.Close()
			}
			return err
		}, hatpintest.Can("addresses", "international-names"))
	}
}
