package hatpintest_test

import (
	"bufio"
	"context"
	"crypto/tls"
	"fmt"
	"net"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
	"time"

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

// older is a right client without TLS 1.3.
func older(w hatpintest.World) error {
	client := w.Client()
	client.Transport.(*http.Transport).TLSClientConfig.MaxVersion = tls.VersionTLS12
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
	case "plain":
		hatpintest.Run(t, "names/exact-name*", func(w hatpintest.World) error {
			connection, err := w.DialContext(context.Background(), "tcp", "")
			if err == nil {
				connection.Close()
			}
			return err
		})
	case "older":
		hatpintest.Run(t, "names/other-domain[server.tls=1.3,leaf.key=p256]", older)
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
	case "waiting":
		hatpintest.Run(t, "time/expired-leaf", func(hatpintest.World) error {
			fmt.Println("it waits")
			select {}
		})
	default:
		t.Skip("only for TestFailures")
	}
}

// inner returns the command of a process that runs a test of TestInner.
func inner(t *testing.T, test string, environment ...string) *exec.Cmd {
	command := exec.Command(os.Args[0], "-test.run", "^TestInner$", "-test.v")
	command.Env = append(os.Environ(), append(environment, "INNER="+test, "TMPDIR="+t.TempDir())...)
	return command
}

// fake makes a command that greets as a lab, goes on with more lines of a shell, and writes its
// process's number to the file that is returned.
func fake(t *testing.T, format int, more string) (environment, pid string) {
	path := filepath.Join(t.TempDir(), "hatpin")
	text := fmt.Sprintf("#!/bin/sh\necho $$ >>%s.pid\necho '{\"type\":\"lab\",\"format\":%d,\"tool\":\"hatpin 7\"}'\n%s\n", path, format, more)
	if err := os.WriteFile(path, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	return "HATPIN=" + path, path + ".pid"
}

// ends fails unless the processes of a file end soon.
func ends(t *testing.T, pids string) {
	text, err := os.ReadFile(pids)
	if err != nil {
		t.Fatal(err)
	}
	for _, pid := range strings.Fields(string(text)) {
		for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
			if _, err := os.Stat("/proc/" + pid); err != nil {
				break
			}
			if time.Since(begin) > 10*time.Second {
				t.Fatalf("process %s is left", pid)
			}
		}
	}
}

func TestFailures(t *testing.T) {
	for name, test := range map[string]struct {
		inner, environment, sentence string
		passes                       bool
	}{
		"accepts an attack":    {inner: "unchecked", sentence: "accepted time/expired-leaf, which must be rejected (reject: expired)"},
		"two clients":          {inner: "two", sentence: "but it rejects the control, too"},
		"never connects":       {inner: "idle", sentence: "the client never connected"},
		"never starts TLS":     {inner: "plain", sentence: "the client did not start TLS"},
		"an unknown case":      {inner: "unknown", sentence: "'time/expird' selects nothing"},
		"no command":           {inner: "right", environment: "HATPIN=/no/hatpin", sentence: "no lab at '/no/hatpin'"},
		"no lab at a socket":   {inner: "right", environment: "HATPIN_LAB=/no/socket", sentence: "start hatpin lab"},
		"no lab at a port":     {inner: "right", environment: "HATPIN_LAB=tcp://127.0.0.1:1", sentence: "no lab at"},
		"another program":      {inner: "right", environment: "HATPIN=echo", sentence: "no lab at 'echo'"},
		"a command that ends":  {inner: "right", environment: "HATPIN=true", sentence: "no lab at 'true'"},
		"a right client":       {inner: "right", passes: true, sentence: "PASS"},
		"a case not delivered": {inner: "older", passes: true, sentence: "--- SKIP"},
	} {
		t.Run(name, func(t *testing.T) {
			output, err := inner(t, test.inner, test.environment).CombinedOutput()
			if (err == nil) != test.passes || !strings.Contains(string(output), test.sentence) {
				t.Errorf("%v: %s", err, output)
			}
		})
	}
}

func TestFaultyLabs(t *testing.T) {
	for name, test := range map[string]struct {
		format         int
		more, sentence string
	}{
		"another format":         {9, "exec sleep 600", "hatpin 7 has format 9 of labs, and this package has 1"},
		"a lab that ends":        {1, "read request", "the lab has ended"},
		"a line that is no JSON": {1, "read request; echo oops", "the lab has ended: invalid character 'o'"},
		"a setup that cannot be served": {
			1, `read request; echo '{"type":"error","code":"not-served","problem":"no descriptors","help":"raise ulimit"}'; cat`,
			"hatpin: no descriptors; raise ulimit",
		},
	} {
		t.Run(name, func(t *testing.T) {
			environment, pid := fake(t, test.format, test.more)
			output, err := inner(t, "right", environment).CombinedOutput()
			if err == nil || !strings.Contains(string(output), test.sentence) {
				t.Errorf("%v: %s", err, output)
			}
			ends(t, pid)
		})
	}
}

func TestCancelled(t *testing.T) {
	// The wrapper writes the number of the lab's process.
	wrapper := filepath.Join(t.TempDir(), "hatpin")
	text := fmt.Sprintf("#!/bin/sh\necho $$ >%s.pid\nexec %s \"$@\"\n", wrapper, hatpin())
	if err := os.WriteFile(wrapper, []byte(text), 0o755); err != nil {
		t.Fatal(err)
	}
	files := t.TempDir()
	command := inner(t, "waiting", "HATPIN="+wrapper)
	command.Env = append(command.Env, "TMPDIR="+files)
	output, err := command.StdoutPipe()
	if err != nil || command.Start() != nil {
		t.Fatal(err)
	}
	for lines := bufio.NewScanner(output); lines.Scan() && lines.Text() != "it waits"; {
	}
	command.Process.Kill()
	command.Wait()
	ends(t, wrapper+".pid")
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		left, err := os.ReadDir(files)
		if err == nil && len(left) == 0 {
			break
		}
		if time.Since(begin) > 10*time.Second {
			t.Fatalf("files are left: %v, %v", left, err)
		}
	}
}

func hatpin() string {
	if path := os.Getenv("HATPIN"); path != "" {
		return path
	}
	return "hatpin"
}

func TestTwoProcessesShareALab(t *testing.T) {
	door := filepath.Join(t.TempDir(), "door")
	lab := exec.Command(hatpin(), "lab", "--socket", door)
	if err := lab.Start(); err != nil {
		t.Fatal(err)
	}
	defer lab.Wait()
	defer lab.Process.Signal(syscall.SIGTERM)
	for begin := time.Now(); time.Since(begin) < 30*time.Second; time.Sleep(10 * time.Millisecond) {
		if _, err := os.Stat(door); err == nil {
			break
		}
	}
	both := []*exec.Cmd{inner(t, "right", "HATPIN_LAB="+door), inner(t, "right", "HATPIN_LAB="+door)}
	for _, command := range both {
		if err := command.Start(); err != nil {
			t.Fatal(err)
		}
	}
	for _, command := range both {
		if err := command.Wait(); err != nil {
			t.Error(err)
		}
	}
}

// A full queue of connections is like a machine that is not there: it does not answer.
func TestAbsentMachine(t *testing.T) {
	t.Parallel()
	listening, err := syscall.Socket(syscall.AF_INET, syscall.SOCK_STREAM, 0)
	if err != nil {
		t.Fatal(err)
	}
	defer syscall.Close(listening)
	if err := syscall.Bind(listening, &syscall.SockaddrInet4{Addr: [4]byte{127, 0, 0, 1}}); err != nil {
		t.Fatal(err)
	}
	name, err := syscall.Getsockname(listening)
	if err != nil || syscall.Listen(listening, 0) != nil {
		t.Fatal(err)
	}
	place := fmt.Sprintf("127.0.0.1:%d", name.(*syscall.SockaddrInet4).Port)
	waiting, err := net.Dial("tcp", place)
	if err != nil {
		t.Fatal(err)
	}
	defer waiting.Close()
	output, err := inner(t, "right", "HATPIN_LAB=tcp://"+place).CombinedOutput()
	if err == nil || !strings.Contains(string(output), "i/o timeout; start hatpin lab") {
		t.Errorf("%v: %s", err, output)
	}
}

func TestSilentServer(t *testing.T) {
	t.Parallel()
	for _, network := range []string{"tcp", "unix"} {
		address, prefix := "127.0.0.1:0", "tcp://"
		if network == "unix" {
			address, prefix = filepath.Join(t.TempDir(), "door"), ""
		}
		listening, err := net.Listen(network, address)
		if err != nil {
			t.Fatal(err)
		}
		defer listening.Close()
		place := prefix + listening.Addr().String()
		output, err := inner(t, "right", "HATPIN_LAB="+place).CombinedOutput()
		if err == nil || !strings.Contains(string(output), "i/o timeout); start hatpin lab") {
			t.Errorf("%v: %s", err, output)
		}
	}
}
