// Package fetching is the client of the example: it copies documents from servers.
package fetching

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"io"
	"net"
	"net/http"
)

// A Client copies documents from servers whose certificates its roots issued.
type Client struct{ http http.Client }

// New returns a client with trust anchors and a function that dials; nil is the usual of either.
func New(roots *x509.CertPool, dial func(context.Context, string, string) (net.Conn, error)) *Client {
	transport := &http.Transport{DialContext: dial, TLSClientConfig: &tls.Config{RootCAs: roots}}
	return &Client{http.Client{Transport: transport}}
}

// Copy writes the document at a URL.
func (c *Client) Copy(writer io.Writer, url string) error {
	response, err := c.http.Get(url)
	if err != nil {
		return err
	}
	defer response.Body.Close()
	if response.StatusCode != http.StatusOK {
		return fmt.Errorf("the server answers %s", response.Status)
	}
	_, err = io.Copy(writer, response.Body)
	return err
}
