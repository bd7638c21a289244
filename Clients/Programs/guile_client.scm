;; A client on Guile's (web client) and GnuTLS: guile_client.scm URL FOLDER.
;;
;; Guile reads its anchors from the folder `x509-certificate-directory`.
(use-modules (web client) (web response) (ice-9 match))

(match (command-line)
  ((_ url anchors)
   (catch #t
     (lambda ()
       (parameterize ((x509-certificate-directory anchors))
         (let ((answer (http-get url)))
           (exit (if (= (response-code answer) 200) 0 1)))))
     (lambda (key . words)
       (if (eq? key 'quit)
           (apply exit words)
           (begin
             (format (current-error-port) "~a: ~s~%" key words)
             (exit 1))))))
  (_
   (format (current-error-port) "usage: guile_client.scm URL FOLDER~%")
   (exit 2)))
