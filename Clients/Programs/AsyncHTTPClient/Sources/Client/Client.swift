// A client on AsyncHTTPClient: Client URL CA [--certificate FILE --key FILE].
import AsyncHTTPClient
import Foundation
import NIOSSL

@main
enum Client {
    static func main() async {
        do {
            exit(try await status(Array(CommandLine.arguments.dropFirst())) == 200 ? 0 : 1)
        } catch {
            fail("\(error)", code: 1)
        }
    }

    private static func status(_ words: [String]) async throws -> UInt {
        guard words.count >= 2 else {
            fail("usage: Client URL CA [--certificate FILE --key FILE]", code: 2)
        }
        var settings = HTTPClient.Configuration()
        settings.tlsConfiguration = try tls(words)
        // By default it retries after a refused certificate until its time is up.
        settings.connectionPool.retryConnectionEstablishment = false
        settings.timeout = .init(connect: .seconds(3_600), read: .seconds(3_600))
        let client = HTTPClient(eventLoopGroupProvider: .singleton, configuration: settings)
        do {
            let answer = try await client.execute(
                HTTPClientRequest(url: words[0]),
                timeout: .seconds(3_600)
            )
            try await client.shutdown()
            return answer.status.code
        } catch {
            try await client.shutdown()
            throw error
        }
    }

    private static func tls(_ words: [String]) throws -> TLSConfiguration {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .file(words[1])
        if words.count == 6, words[2] == "--certificate", words[4] == "--key" {
            let chain = try NIOSSLCertificate.fromPEMFile(words[3])
            tls.certificateChain = chain.map { .certificate($0) }
            tls.privateKey = .privateKey(try NIOSSLPrivateKey(file: words[5], format: .pem))
        }
        return tls
    }

    private static func fail(_ text: String, code: Int32) -> Never {
        FileHandle.standardError.write(Data("\(text)\n".utf8))
        exit(code)
    }
}
