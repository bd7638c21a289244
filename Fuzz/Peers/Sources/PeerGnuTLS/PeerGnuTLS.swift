import CGnuTLS
import COracle
import ChainPeer
import Glibc

/// Validates chains with GnuTLS.
@main
enum PeerGnuTLS {
    static func main() async {
        let version = String(cString: gnutls_peer_version())
        exit(await answer("gnutls", version, by: COracle(gnutls_peer_judge)))
    }
}
