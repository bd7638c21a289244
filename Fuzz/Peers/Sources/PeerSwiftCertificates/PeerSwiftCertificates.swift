import CPeer
import ChainPeer
import Glibc

/// Validates chains with swift-certificates.
@main
enum PeerSwiftCertificates {
    static func main() async {
        let version = String(cString: peer_swift_certificates_version())
        exit(await answer("swift-certificates", version, by: SwiftCertificates()))
    }
}
