"""A server as a TLS client, such as a reverse proxy: proxy_client.py PROXY HOST PORT PATH CA HOME.

Starts the proxy with a configuration in HOME, sends it GET PATH over plain HTTP, and stops it. Its
log is on standard output. It exits with 1 unless the answer has status 200. Prometheus gets a query
in place of PATH, for which it asks the host's PATH by its remote read.
"""

import http.client
import os
import socket
import subprocess
import sys
import time


def haproxy(case, server):
    return {
        "haproxy.cfg": f"""global
    stats socket {case.home}/admin
    log stdout format raw local0
defaults
    mode http
    log global
    retries 0
    timeout connect 1h
    timeout client 1h
    timeout server 1h
listen hatpin
    bind 127.0.0.1:{case.listens}
    server upstream {case.authority} ssl verify required ca-file {case.ca} {server}
"""
    }, ["haproxy", "-db", "-f", f"{case.home}/haproxy.cfg"]


def by_haproxy(case):
    return haproxy(case, f"sni str({case.host}) verifyhost {case.host}")


def by_haproxy_default(case):
    return haproxy(case, "")


def nginx(case, verification):
    return {
        "nginx.conf": f"""daemon off;
master_process off;
pid {case.home}/pid;
error_log stderr info;
events {{ }}
http {{
    access_log off;
    client_body_temp_path {case.home}/body;
    proxy_temp_path {case.home}/proxy;
    fastcgi_temp_path {case.home}/fastcgi;
    scgi_temp_path {case.home}/scgi;
    uwsgi_temp_path {case.home}/uwsgi;
    server {{
        listen 127.0.0.1:{case.listens};
        location / {{
            proxy_pass https://{case.authority};
            proxy_connect_timeout 1h;
            proxy_read_timeout 1h;
            {verification}
        }}
    }}
}}
"""
    }, ["nginx", "-c", f"{case.home}/nginx.conf", "-e", "stderr"]


def by_nginx(case):
    return nginx(
        case,
        f"""proxy_ssl_protocols TLSv1.2 TLSv1.3;
            proxy_ssl_server_name on;
            proxy_ssl_verify on;
            proxy_ssl_verify_depth 10;
            proxy_ssl_trusted_certificate {case.ca};""",
    )


def by_nginx_default(case):
    return nginx(case, f"proxy_ssl_trusted_certificate {case.ca};")


def apache(case, verification):
    return {
        "apache.conf": f"""ServerRoot {case.home}
ServerName localhost
PidFile {case.home}/pid
Mutex file:{case.home}
Listen 127.0.0.1:{case.listens}
ErrorLog /dev/stdout
LogLevel warn ssl:info
LoadModule mpm_event_module /usr/lib/apache2/modules/mod_mpm_event.so
LoadModule authz_core_module /usr/lib/apache2/modules/mod_authz_core.so
LoadModule proxy_module /usr/lib/apache2/modules/mod_proxy.so
LoadModule proxy_http_module /usr/lib/apache2/modules/mod_proxy_http.so
LoadModule socache_shmcb_module /usr/lib/apache2/modules/mod_socache_shmcb.so
LoadModule ssl_module /usr/lib/apache2/modules/mod_ssl.so
Timeout 3600
SSLProxyEngine on
SSLProxyCACertificateFile {case.ca}
{verification}
ProxyPass "/" "https://{case.authority}/"
"""
    }, ["apache2", "-X", "-f", f"{case.home}/apache.conf"]


def by_apache(case):
    return apache(case, "SSLProxyVerify require\nSSLProxyVerifyDepth 10")


def by_apache_default(case):
    return apache(case, "")


def by_caddy(case):
    return {
        "Caddyfile": f"""{{
    admin off
    auto_https off
}}
http://:{case.listens} {{
    bind 127.0.0.1
    reverse_proxy https://{case.authority} {{
        transport http {{
            tls_trusted_ca_certs {case.ca}
            tls_server_name {case.host}
        }}
    }}
}}
"""
    }, ["caddy", "run", "--config", f"{case.home}/Caddyfile", "--adapter", "caddyfile"]


def by_squid(case):
    return {
        "squid.conf": f"""http_port 127.0.0.1:{case.listens} accel defaultsite={case.host} no-vhost
cache_peer {case.host} parent {case.port} 0 no-query originserver no-digest ssl sslcafile={case.ca} tls-default-ca=off ssldomain={case.host}
http_access allow all
cache deny all
pid_filename {case.home}/pid
cache_log {case.home}/cache.log
pinger_enable off
forward_max_tries 1
access_log none
netdb_filename none
cache_mem 8 MB
shutdown_lifetime 0 seconds
"""
    }, ["squid", "-N", "-d1", "-f", f"{case.home}/squid.conf"]


def by_prometheus(case):
    case.asks, case.ready = "/api/v1/query?query=up", "/-/ready"
    return {
        "prometheus.yml": f"""remote_read:
- url: https://{case.authority}{case.path}
  read_recent: true
  remote_timeout: 1h
  tls_config:
    ca_file: {case.ca}
"""
    }, [
        "prometheus",
        f"--config.file={case.home}/prometheus.yml",
        f"--storage.tsdb.path={case.home}/data",
        f"--web.listen-address=127.0.0.1:{case.listens}",
    ]


PROXIES = {
    name[len("by_") :].replace("_", "-"): function
    for name, function in list(globals().items())
    if name.startswith("by_")
}


class Case:
    def __init__(self, host, port, path, ca, home):
        self.host, self.port, self.path, self.ca, self.home = host, port, path, ca, home
        self.asks, self.ready = path, None
        self.authority = f"[{host}]:{port}" if ":" in host else f"{host}:{port}"
        with socket.create_server(("127.0.0.1", 0)) as free:
            self.listens = free.getsockname()[1]


def connect(case, proxy):
    """Returns a connection to the proxy, once it listens."""
    while proxy.poll() is None:
        try:
            return socket.create_connection(("127.0.0.1", case.listens))
        except ConnectionRefusedError:
            time.sleep(0.02)
    sys.exit(f"the proxy ended with {proxy.returncode}")


def ask(case, proxy, path):
    """Returns the proxy's answer to a request for the path."""
    connection = http.client.HTTPConnection(case.host, case.port)
    connection.sock = connect(case, proxy)
    connection.request("GET", path)
    return connection.getresponse()


def main():
    if len(sys.argv) != 7 or sys.argv[1] not in PROXIES:
        print(__doc__, "PROXY:", ", ".join(PROXIES), file=sys.stderr)
        sys.exit(2)
    case = Case(*sys.argv[2:])
    files, command = PROXIES[sys.argv[1]](case)
    for name, text in files.items():
        with open(os.path.join(case.home, name), "w") as file:
            file.write(text)
    proxy = subprocess.Popen(command, stderr=subprocess.STDOUT)
    try:
        while case.ready and ask(case, proxy, case.ready).status != 200:
            time.sleep(0.02)
        answer = ask(case, proxy, case.asks)
        print(answer.read().decode(errors="replace"))
    finally:
        proxy.kill()
        proxy.wait()
    sys.exit(0 if answer.status == 200 else f"status {answer.status}")


if __name__ == "__main__":
    main()
