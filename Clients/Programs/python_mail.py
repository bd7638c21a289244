"""Logs in to a server by Python's own clients of mail and files, over TLS from STARTTLS on:
python_mail.py HOST PORT CA TOKEN [PROTOCOL [upload]]

The token is the name and the password; FTP's client can upload it, too. Without a protocol it fetches
/TOKEN over HTTPS. Exit 1, with the error's words, where that fails.
"""

import ftplib
import http.client
import imaplib
import io
import poplib
import smtplib
import ssl
import sys

# Seconds; less than a case may take.
# The harness has the deadline: a client that gives up by itself seems to refuse.
PATIENCE = 3600


def https(host, port, context, token):
    connection = http.client.HTTPSConnection(host, port, timeout=PATIENCE, context=context)
    connection.request("GET", "/" + token)
    if connection.getresponse().status != 200:
        raise OSError("the server answered something else")


def smtp(host, port, context, token):
    with smtplib.SMTP(host, port, timeout=PATIENCE) as connection:
        connection.starttls(context=context)
        connection.mail(token + "@example.test")


def imap(host, port, context, token):
    connection = imaplib.IMAP4(host, port, timeout=PATIENCE)
    connection.starttls(ssl_context=context)
    connection.login(token, token)


def pop3(host, port, context, token):
    connection = poplib.POP3(host, port, timeout=PATIENCE)
    connection.stls(context=context)
    connection.user(token)
    connection.pass_(token)


def ftp(host, port, context, token):
    connection = ftplib.FTP_TLS(timeout=PATIENCE, context=context)
    connection.connect(host, port)
    connection.login(token, token)
    return connection


def upload(host, port, context, token):
    connection = ftp(host, port, context, token)
    connection.prot_p()
    connection.storbinary("STOR file", io.BytesIO(token.encode()))


def main():
    if len(sys.argv) not in (5, 6, 7):
        sys.exit(__doc__)
    host, port, anchors, token = sys.argv[1:5]
    protocols = {"smtp": smtp, "imap": imap, "pop3": pop3, "ftp": ftp, "ftp upload": upload}
    speak = protocols.get(" ".join(sys.argv[5:]), https)
    try:
        speak(host, int(port), ssl.create_default_context(cafile=anchors), token)
    except Exception as error:
        sys.exit(f"{type(error).__name__}: {error}")


main()
