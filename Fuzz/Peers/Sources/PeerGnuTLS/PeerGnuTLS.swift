import CGnuTLS
import CJudge
import ChainPeer
import Glibc

/// Judges chains by GnuTLS.
@main
enum PeerGnuTLS {
    static func main() async {
        let version = String(cString: gnutls_peer_version())
        exit(await answer("gnutls", version, by: CJudge(gnutls_peer_judge)))
    }
}
