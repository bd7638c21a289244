// A server on Go's net/http that requires a client certificate: go_server PORT CERT KEY CA.
//
// It answers each request with the user that the certificate names and the request's path.
package main

import (
	"crypto/tls"
	"crypto/x509"
	"fmt"
	"log"
	"net/http"
	"os"
)

func main() {
	port, certificate, key, ca := os.Args[1], os.Args[2], os.Args[3], os.Args[4]
	pem, err := os.ReadFile(ca)
	if err != nil {
		log.Fatal(err)
	}
	// A file without a certificate leaves a pool that trusts no CA.
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(pem)
	server := &http.Server{
		Addr:      "127.0.0.1:" + port,
		TLSConfig: &tls.Config{ClientAuth: tls.RequireAndVerifyClientCert, ClientCAs: pool},
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			user := r.TLS.PeerCertificates[0].Subject.CommonName
			fmt.Fprintf(w, "user=%s path=%s\n", user, r.URL.Path)
		}),
	}
	log.Fatal(server.ListenAndServeTLS(certificate, key))
}
