// shop fetches a URL of the shop: shop [-pins PINS] URL CA
//
// crypto/tls verifies the chain and the host name. Then one key of the verified chain must be pinned.
package main

import (
	"crypto/sha256"
	"crypto/tls"
	"crypto/x509"
	"encoding/base64"
	"errors"
	"flag"
	"fmt"
	"io"
	"net/http"
	"net/url"
	"os"
	"strings"
)

// The SHA-256 of public keys (SubjectPublicKeyInfo): the CA that is used now, and the next one.
var pinsOfHosts = map[string][]string{
	"api.example.com": {
		"dh49e7mmkvbzE62nUbzFC4Fgh0f2WFpJEaAOBW7LMLI=",
		"596xr4Wj2hrgFSLMSr62m9+bamyR/q4j1GdRCAT7klY=",
	},
}

var errNotPinned = errors.New("no key of the verified chain is pinned")

// comparePins accepts a connection if each verified chain has a pinned key.
func comparePins(pins []string) func(tls.ConnectionState) error {
	return func(state tls.ConnectionState) error {
		for _, chain := range state.VerifiedChains {
			if !hasPin(chain, pins) {
				return errNotPinned
			}
		}
		return nil
	}
}

func hasPin(chain []*x509.Certificate, pins []string) bool {
	for _, certificate := range chain {
		digest := sha256.Sum256(certificate.RawSubjectPublicKeyInfo)
		for _, pin := range pins {
			if base64.StdEncoding.EncodeToString(digest[:]) == pin {
				return true
			}
		}
	}
	return false
}

func fetch(address, ca string, pins []string) error {
	pem, err := os.ReadFile(ca)
	if err != nil {
		return err
	}
	settings := &tls.Config{RootCAs: x509.NewCertPool()}
	if !settings.RootCAs.AppendCertsFromPEM(pem) {
		return fmt.Errorf("%s has no certificate", ca)
	}
	if len(pins) > 0 {
		settings.VerifyConnection = comparePins(pins)
	}
	client := http.Client{Transport: &http.Transport{
		TLSClientConfig:   settings,
		Proxy:             http.ProxyFromEnvironment,
		ForceAttemptHTTP2: true,
	}}
	answer, err := client.Get(address)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		return fmt.Errorf("status %d", answer.StatusCode)
	}
	_, err = io.Copy(io.Discard, answer.Body)
	return err
}

func main() {
	further := flag.String("pins", "", "more pins of the host, separated by commas")
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: shop [-pins PINS] URL CA")
		os.Exit(2)
	}
	address, err := url.Parse(flag.Arg(0))
	if err == nil {
		pins := pinsOfHosts[address.Hostname()]
		if *further != "" {
			pins = append(pins, strings.Split(*further, ",")...)
		}
		err = fetch(flag.Arg(0), flag.Arg(1), pins)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "shop:", err)
		os.Exit(1)
	}
}
