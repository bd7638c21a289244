// Package hatpintest tests a TLS client of your own against false certificates, with hatpin lab.
//
//	func TestClient(t *testing.T) {
//		hatpintest.Run(t, "names/*", func(w hatpintest.World) error {
//			response, err := w.Client().Get(w.URL)
//			if err == nil {
//				response.Body.Close()
//			}
//			return err
//		})
//	}
//
// The function runs the client once. The server sees whether it accepts; its error does not decide.
package hatpintest

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"os"
	"os/exec"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"
)

// World is the setup of a case.
type World struct {
	ID, Port                                                            int
	Case, Expected, URL, Host, Address, Path, Token, CA, CRLs, StartTLS string
	Domain, Home, Hosts                                                 string
	Control                                                             bool
	Options                                                             []string
	Pins                                                                []map[string]string
	CADER                                                               string `json:"ca-der"`
	ClientCertificate                                                   string `json:"client-certificate"`
	ClientKey                                                           string `json:"client-key"`
	PinnedCertificates                                                  string `json:"pinned-certificates"`
}

// DialContext dials the server, whatever the address is.
func (w World) DialContext(ctx context.Context, network, address string) (net.Conn, error) {
	return new(net.Dialer).DialContext(ctx, "tcp", net.JoinHostPort(w.Address, strconv.Itoa(w.Port)))
}

// RootCAs returns the trust anchors.
func (w World) RootCAs() *x509.CertPool {
	pool := x509.NewCertPool()
	text, _ := os.ReadFile(w.CA) // Without the file there are no anchors.
	pool.AppendCertsFromPEM(text)
	return pool
}

// Client returns a client of net/http with the trust anchors and the client's certificate.
func (w World) Client() *http.Client {
	config := &tls.Config{RootCAs: w.RootCAs()}
	if own, err := tls.LoadX509KeyPair(w.ClientCertificate, w.ClientKey); err == nil {
		config.Certificates = []tls.Certificate{own}
	}
	return &http.Client{Transport: &http.Transport{
		DialContext: w.DialContext, TLSClientConfig: config, DisableKeepAlives: true,
	}}
}

// Can states abilities of the client, such as "redirects", for further cases.
func Can(abilities ...string) Option { return func(r request) { r["can"] = abilities } }

// Speaks states the protocol of a client that does not speak HTTPS, such as "imap:implicit".
func Speaks(protocol string) Option { return func(r request) { r["speaks"] = protocol } }

// Witness states what shows that the client accepts: "token", or "data" for any bytes inside TLS.
func Witness(sign string) Option { return func(r request) { r["witness"] = sign } }

// An Option says what the client can do.
type Option func(request)
type request map[string]any

type answer struct {
	World
	Type, Problem, Help, Sentence, Command, Verdict, Outcome, Tool string
	Format                                                         int
	Passed                                                         bool
	Cases, Excluded                                                []struct{ Case, Reason string }
}

// Run runs the function once, as a subtest, with each case that the selector matches.
func Run(t *testing.T, selector string, client func(World) error, options ...Option) {
	t.Helper()
	name := fmt.Sprintf("%s %d", t.Name(), lab.runs.Add(1)) // Each call needs its own controls.
	with := func(members request) request {
		members["client"] = name
		for _, option := range options {
			option(members)
		}
		return members
	}
	listed, err := ask(with(request{"cases": selector}))
	if err != nil {
		t.Fatalf("hatpin: %v", err)
	}
	for _, found := range listed.Cases {
		t.Run(found.Case, func(t *testing.T) { judge(t, with(request{"case": found.Case}), client) })
	}
	for _, left := range listed.Excluded {
		t.Run(left.Case, func(t *testing.T) { t.Skip(left.Reason) })
	}
}

func judge(t *testing.T, first request, client func(World) error) {
	var failed error
	reply, err := ask(first)
	for err == nil && reply.Type == "setup" {
		failed = client(reply.World)
		reply, err = ask(request{"verdict": reply.ID, "accepted": failed == nil, "says": fmt.Sprint(failed)})
	}
	switch {
	case err != nil:
		t.Fatalf("hatpin: %v (the client: %v)", err, failed)
	case !reply.Passed:
		t.Errorf("%s\n%s", reply.Sentence, reply.Command)
	case reply.Outcome == "not-delivered":
		t.Skip(reply.Sentence)
	case failed != nil && reply.Verdict == "accept":
		t.Error(failed) // The client has accepted as it must, so this is about something else.
	}
}

var lab struct {
	sync.Mutex
	runs   atomic.Int64
	writer io.Writer
	stop   func()
	reader *json.Decoder
}

// ask returns the answer to a request, from the lab that HATPIN_LAB names or from a child.
func ask(members request) (reply answer, err error) {
	lab.Lock()
	defer lab.Unlock()
	if lab.writer == nil {
		if err := open(); err != nil {
			return reply, err
		}
	}
	_ = json.NewEncoder(lab.writer).Encode(members) // A line that cannot be written gets no answer.
	if err := lab.reader.Decode(&reply); err != nil {
		lab.stop()
		lab.writer = nil // The next test asks another lab.
		return reply, fmt.Errorf("the lab has ended: %w", err)
	}
	if reply.Type == "error" {
		return reply, errors.New(strings.TrimSuffix(reply.Problem+"; "+reply.Help, "; "))
	}
	return reply, nil
}

func open() error {
	place, help := os.Getenv("HATPIN_LAB"), "start hatpin lab with --socket or --listen (tcp://HOST:PORT)"
	dial := connect
	if place == "" {
		if place = os.Getenv("HATPIN"); place == "" {
			place = "hatpin"
		}
		dial, help = start, "set HATPIN to hatpin's path, or see its message"
	}
	reader, writer, stop, err := dial(place)
	if err != nil {
		return fmt.Errorf("no lab at '%s': %w; %s", place, err, help)
	}
	lab.reader = json.NewDecoder(reader)
	var greeting answer
	if err := lab.reader.Decode(&greeting); err != nil || greeting.Type != "lab" {
		stop()
		return fmt.Errorf("no lab at '%s': it sent no greeting (%v); %s", place, err, help)
	}
	if greeting.Format != 1 {
		stop()
		return fmt.Errorf("%s has format %d of labs, and this package has 1: install the same version of both", greeting.Tool, greeting.Format)
	}
	if connection, ok := writer.(net.Conn); ok {
		connection.SetReadDeadline(time.Time{})
	}
	lab.writer, lab.stop = writer, stop
	return nil
}

// patience is how long a lab at a socket may take to take a connection, and to greet.
const patience = 10 * time.Second

func connect(place string) (io.Reader, io.Writer, func(), error) {
	network, address := "unix", place
	if strings.HasPrefix(place, "tcp://") {
		network, address = "tcp", strings.TrimPrefix(place, "tcp://")
	}
	connection, err := net.DialTimeout(network, address, patience)
	if err != nil {
		return nil, nil, nil, err
	}
	return connection, connection, func() { connection.Close() }, connection.SetReadDeadline(time.Now().Add(patience))
}

// start starts a child, which ends with its standard input.
func start(command string) (io.Reader, io.Writer, func(), error) {
	child := exec.Command(command, "lab")
	child.Stderr = os.Stderr
	writer, failure := child.StdinPipe()
	reader, err := child.StdoutPipe()
	if failure != nil || err != nil {
		return nil, nil, nil, fmt.Errorf("no pipe: %v, %v", failure, err)
	}
	stop := func() {
		child.Process.Kill()
		child.Wait()
	}
	return reader, writer, stop, child.Start()
}
