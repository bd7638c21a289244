import CMbedTLS
import COracle
import ChainPeer
import Glibc

/// Validates chains with Mbed TLS.
@main
enum PeerMbedTLS {
    static func main() async {
        let version = String(cString: mbedtls_peer_version())
        exit(await answer("mbedtls", version, by: COracle(mbedtls_peer_judge)))
    }
}
