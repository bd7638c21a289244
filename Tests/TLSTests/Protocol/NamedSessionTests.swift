import Crypto
import Testing

@testable import TLS

/// Sessions of TLS 1.2 that clients resume by their id.
struct NamedSessionTests {
    private static func settings() throws -> ServerSettings {
        var settings = try Served.settings()
        settings.versions = .v1_2 ... .v1_2
        settings.namedSession = NamedSession(id: [UInt8](repeating: 5, count: 32))
        return settings
    }

    @Test func `resumes a session by its id`() throws {
        let settings = try Self.settings()
        var first = try LibsslClient(settings)
        let begun = first.run()
        #expect(begun.isAnswered, "\(begun)")
        let kept = first.session
        let session = try #require(kept)
        var second = try LibsslClient(settings, session: session)
        let end = second.run()
        #expect(end.isAnswered, "\(end)")
        let hasShownCertificates = second.server.hasShownCertificates
        #expect(!hasShownCertificates)
    }

    @Test func `sessions with the same id do not share a secret`() throws {
        let settings = try Self.settings()
        var first = try LibsslClient(settings)
        let begun = first.run()
        #expect(begun.isAnswered, "\(begun)")
        let kept = first.session
        let session = try #require(kept)
        var other = try LibsslClient(settings)
        let overwritten = other.run()
        #expect(overwritten.isAnswered, "\(overwritten)")
        var second = try LibsslClient(settings, session: session)
        let end = second.run()
        #expect(!end.isAnswered, "\(end)")
        let hasShownCertificates = second.server.hasShownCertificates
        #expect(!hasShownCertificates)
    }
}
