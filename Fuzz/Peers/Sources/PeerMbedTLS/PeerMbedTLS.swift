import CJudge
import CMbedTLS
import ChainPeer
import Glibc

/// Judges chains by Mbed TLS.
@main
enum PeerMbedTLS {
    static func main() async {
        let version = String(cString: mbedtls_peer_version())
        exit(await answer("mbedtls", version, by: CJudge(mbedtls_peer_judge)))
    }
}
