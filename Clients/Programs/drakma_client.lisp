;;; Builds a client on Common Lisp's Drakma: sbcl --script drakma_client.lisp FILE, then FILE URL CA.
(require :asdf)
(handler-bind ((warning #'muffle-warning))
  (let ((*standard-output* (make-broadcast-stream)))
    (asdf:load-system :drakma)))

(defun get-status (url ca)
  (handler-case
      (nth-value 1 (drakma:http-request url :verify :required :ca-file ca))
    (error (fault)
      (format *error-output* "~a~%" fault)
      nil)))

(defun main ()
  (let* ((arguments (rest sb-ext:*posix-argv*))
         (code (cond ((/= (length arguments) 2)
                      (format *error-output* "usage: ~a URL CA~%" (first sb-ext:*posix-argv*))
                      2)
                     ((eql (apply #'get-status arguments) 200) 0)
                     (t 1))))
    (finish-output *error-output*)
    (sb-ext:exit :code code :abort t)))

(sb-ext:save-lisp-and-die
 (second sb-ext:*posix-argv*) :executable t :toplevel #'main :save-runtime-options t)
