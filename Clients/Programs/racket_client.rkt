#lang racket/base
;; A client on Racket's net/http-client: racket_client.rkt HOST PORT PATH CA, or racket_client.rkt as
;; a worker.
;;
;; The worker reads each case as one line of JSON on standard input and writes one line to standard
;; output: {"accepted": true}, or {"accepted": false, "says": "..."} with the library's error text. Each
;; case has a new context and a new connection.
(require json net/http-client openssl)

;; Returns the text of a refusal, or #f if the server answered with status 200.
(define (refusal host port path ca)
  (with-handlers ([exn:fail? exn-message])
    (define context (ssl-make-client-context 'auto))
    (ssl-load-verify-root-certificates! context ca)
    (ssl-set-verify! context #t)
    (ssl-set-verify-hostname! context #t)
    (define-values (status headers body)
      (http-sendrecv host path #:port port #:ssl? context))
    (close-input-port body)
    (if (regexp-match? #rx#"^HTTP/1.[01] 200" status) #f (bytes->string/latin-1 status))))

(define (answer-cases)
  (for ([line (in-lines)])
    (define case-of (string->jsexpr line))
    (define (value name) (hash-ref case-of name))
    (define port (string->number (format "~a" (value 'port))))
    (define words (refusal (value 'host) port (value 'path) (value 'ca)))
    (write-json (if words (hasheq 'accepted #f 'says words) (hasheq 'accepted #t)))
    (newline)
    (flush-output)))

(define words (vector->list (current-command-line-arguments)))
(cond
  [(null? words) (answer-cases)]
  [(= (length words) 4)
   (define refused
     (refusal (car words) (string->number (cadr words)) (caddr words) (cadddr words)))
   (when refused (eprintf "~a\n" refused))
   (exit (if refused 1 0))]
  [else
   (eprintf "usage: racket_client.rkt [HOST PORT PATH CA]\n")
   (exit 2)])
