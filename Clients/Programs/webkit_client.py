"""A client on WebKitGTK: webkit_client.py URL. It trusts the system's bundle.

Exits with 0 if the page loads, else with 1 and WebKit's error text on standard error.
"""

import sys

import gi

gi.require_version("Gtk", "3.0")
gi.require_version("WebKit2", "4.1")
from gi.repository import GLib, Gtk, WebKit2  # noqa: E402


def main():
    if len(sys.argv) != 2:
        print(f"usage: {sys.argv[0]} URL", file=sys.stderr)
        return 2
    words = []
    loop = GLib.MainLoop()
    manager = WebKit2.WebsiteDataManager.new_ephemeral()
    manager.set_tls_errors_policy(WebKit2.TLSErrorsPolicy.FAIL)
    view = WebKit2.WebView.new_with_context(
        WebKit2.WebContext.new_with_website_data_manager(manager)
    )

    def failed(view, url, certificate, faults):
        words.append(" ".join(faults.value_nicks))
        return False

    def failed_otherwise(view, event, url, fault):
        words.append(fault.message)
        return False

    def changed(view, event):
        if event == WebKit2.LoadEvent.FINISHED:
            loop.quit()

    view.connect("load-failed-with-tls-errors", failed)
    view.connect("load-failed", failed_otherwise)
    view.connect("load-changed", changed)
    view.load_uri(sys.argv[1])
    window = Gtk.Window()
    window.add(view)
    loop.run()
    print("\n".join(words), file=sys.stderr)
    return 1 if words else 0


if __name__ == "__main__":
    sys.exit(main())
