"""An application for the web servers of Python: asgi, wsgi.

It answers each request with the request's path, and with the user that the client certificate names
if the server passes that on.
"""


def answer(user, path):
    return f"user={user} path={path}\n".encode()


async def asgi(scope, receive, send):
    if scope["type"] == "lifespan":
        while True:
            message = await receive()
            await send({"type": message["type"] + ".complete"})
            if message["type"] == "lifespan.shutdown":
                return
    # https://asgi.readthedocs.io/en/latest/specs/tls.html
    name = (scope.get("extensions") or {}).get("tls", {}).get("client_cert_name") or ""
    await send({"type": "http.response.start", "status": 200, "headers": []})
    await send({"type": "http.response.body", "body": answer(name, scope["path"])})


def common_name(environ):
    if "gunicorn.socket" in environ:
        subject = environ["gunicorn.socket"].getpeercert()["subject"]
        return next((value for rdn in subject for key, value in rdn if key == "commonName"), "")
    return environ.get("HTTPS_DN", "")


def wsgi(environ, start_response):
    start_response("200 OK", [("Content-Type", "text/plain")])
    return [answer(common_name(environ), environ["PATH_INFO"])]
