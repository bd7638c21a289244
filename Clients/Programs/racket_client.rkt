#lang racket/base
;; A client on Racket's net/http-client: racket_client.rkt HOST PORT PATH CA.
(require net/http-client openssl)

(define (get host port path ca)
  (define context (ssl-make-client-context 'auto))
  (ssl-load-verify-root-certificates! context ca)
  (ssl-set-verify! context #t)
  (ssl-set-verify-hostname! context #t)
  (define-values (status headers body)
    (http-sendrecv host path #:port (string->number port) #:ssl? context))
  (close-input-port body)
  status)

(define words (current-command-line-arguments))
(unless (= (vector-length words) 4)
  (eprintf "usage: racket_client.rkt HOST PORT PATH CA\n")
  (exit 2))
(with-handlers ([exn:fail? (lambda (fault)
                             (eprintf "~a\n" (exn-message fault))
                             (exit 1))])
  (define status (apply get (vector->list words)))
  (exit (if (regexp-match? #rx#"^HTTP/1.[01] 200" status) 0 1)))
