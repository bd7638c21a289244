package hatpintest_test

import (
	"crypto/tls"
	"net/http"
	"os"
	"os/exec"
	"strings"
	"testing"

	"hatpin/hatpintest"
)

// right is a client that verifies all that net/http verifies.
func right(w hatpintest.World) error {
	response, err := w.Client().Get(w.URL)
	if err == nil {
		response.Body.Close()
	}
	return err
}

func unchecked(w hatpintest.World) error {
	client := w.Client()
	client.Transport.(*http.Transport).TLSClientConfig = &tls.Config{InsecureSkipVerify: true}
	response, err := client.Get(w.URL)
	if err == nil {
		response.Body.Close()
	}
	return err
}

func TestRightClient(t *testing.T) {
	hatpintest.Run(t, "time/expired-leaf", right)
	hatpintest.Run(t, "names/exact-name*", right)
	hatpintest.Run(t, "pins/addresses-and-spellings", right)
}

// The tests that must fail run in a process of their own.
func TestInner(t *testing.T) {
	switch os.Getenv("INNER") {
	case "unchecked":
		hatpintest.Run(t, "time/expired-leaf", unchecked)
	case "idle":
		hatpintest.Run(t, "time/expired-leaf", func(hatpintest.World) error { return nil })
	case "unknown":
		hatpintest.Run(t, "time/expird", right)
	case "two":
		hatpintest.Run(t, "time/expired-leaf", right)
		hatpintest.Run(t, "time/expired-leaf", func(w hatpintest.World) error {
			w.CA = "/no/anchors"
			return right(w)
		})
	case "right":
		hatpintest.Run(t, "time/expired-leaf", right)
	default:
		t.Skip("only for TestFailures")
	}
}

func TestFailures(t *testing.T) {
	for name, test := range map[string]struct {
		inner, environment, sentence string
		passes                       bool
	}{
		"accepts an attack":  {inner: "unchecked", sentence: "accepted time/expired-leaf, which must be rejected (reject: expired)"},
		"two clients":        {inner: "two", sentence: "but it rejects the control, too"},
		"never connects":     {inner: "idle", sentence: "the client never connected"},
		"an unknown case":    {inner: "unknown", sentence: "'time/expird' selects nothing"},
		"no command":         {inner: "right", environment: "HATPIN=/no/hatpin", sentence: "set HATPIN"},
		"no lab at a socket": {inner: "right", environment: "HATPIN_LAB=/no/socket", sentence: "start it with hatpin lab"},
		"no lab at a port":   {inner: "right", environment: "HATPIN_LAB=tcp://127.0.0.1:1", sentence: "no lab: "},
		"another program":    {inner: "right", environment: "HATPIN=cat", sentence: "no lab at"},
		"a right client":     {inner: "right", passes: true, sentence: "PASS"},
	} {
		t.Run(name, func(t *testing.T) {
			command := exec.Command(os.Args[0], "-test.run", "^TestInner$", "-test.v")
			command.Env = append(os.Environ(), "INNER="+test.inner, test.environment)
			output, err := command.CombinedOutput()
			if (err == nil) != test.passes || !strings.Contains(string(output), test.sentence) {
				t.Errorf("%v: %s", err, output)
			}
		})
	}
}
