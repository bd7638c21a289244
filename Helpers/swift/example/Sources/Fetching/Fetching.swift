import Foundation

/// The client of the example: it reads a document from a server, with curl.
///
/// - Parameters:
///   - url: the URL of the document.
///   - place: the address to connect to, as `--connect-to` of curl takes it.
///   - anchors: the path of a PEM file with the trust anchors.
/// - Returns: the document.
/// - Throws: ``FetchFailure`` if curl fails.
@discardableResult
public func fetch(_ url: String, from place: String, trusting anchors: String) throws -> Data {
    let curl = Process()
    curl.executableURL = URL(fileURLWithPath: "/usr/bin/curl")
    curl.arguments = ["-sS", "--fail", "--cacert", anchors, "--connect-to", "::\(place)", url]
    let (output, errors) = (Pipe(), Pipe())
    (curl.standardOutput, curl.standardError) = (output, errors)
    try curl.run()
    let document = output.fileHandleForReading.readDataToEndOfFile()
    let message = errors.fileHandleForReading.readDataToEndOfFile()
    curl.waitUntilExit()
    guard curl.terminationStatus == 0 else {
        throw FetchFailure(message: String(decoding: message, as: UTF8.self))
    }
    return document
}

/// What curl says when it fails.
public struct FetchFailure: Error {
    /// The message, with its line feed.
    public let message: String
}
