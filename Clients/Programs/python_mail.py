"""Logs in to a server with Python's mail and FTP clients and STARTTLS:
python_mail.py HOST PORT CA TOKEN [PROTOCOL [upload]]

The token is the user name and the password; the FTP client can also upload it. Without a protocol it
fetches /TOKEN over HTTPS. It exits with 1 and the error's text if that fails.
"""

import ftplib
import http.client
import imaplib
import io
import poplib
import smtplib
import ssl
import sys

# In seconds. Hatpin sets the deadline: a client that gives up first looks like a refusal.
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
