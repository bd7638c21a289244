// A client on Go's net/http: go_client [-certificate FILE -key FILE] URL CA.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"flag"
	"fmt"
	"io"
	"net/http"
	"os"
)

var (
	certificate = flag.String("certificate", "", "the client's chain, PEM")
	key         = flag.String("key", "", "its key, PEM")
)

func status(url, ca string) (int, error) {
	pem, err := os.ReadFile(ca)
	if err != nil {
		return 0, err
	}
	settings := &tls.Config{RootCAs: x509.NewCertPool()}
	if !settings.RootCAs.AppendCertsFromPEM(pem) {
		return 0, fmt.Errorf("%s has no certificate", ca)
	}
	if *certificate != "" {
		pair, err := tls.LoadX509KeyPair(*certificate, *key)
		if err != nil {
			return 0, err
		}
		settings.Certificates = []tls.Certificate{pair}
	}
	client := http.Client{
		Transport: &http.Transport{
			TLSClientConfig:   settings,
			Proxy:             http.ProxyFromEnvironment,
			ForceAttemptHTTP2: true,
		},
	}
	answer, err := client.Get(url)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	if _, err := io.Copy(io.Discard, answer.Body); err != nil {
		return 0, err
	}
	return answer.StatusCode, nil
}

func main() {
	flag.Parse()
	if flag.NArg() != 2 {
		fmt.Fprintln(os.Stderr, "usage: go_client [-certificate FILE -key FILE] URL CA")
		os.Exit(2)
	}
	status, err := status(flag.Arg(0), flag.Arg(1))
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
	if status != 200 {
		os.Exit(1)
	}
}
