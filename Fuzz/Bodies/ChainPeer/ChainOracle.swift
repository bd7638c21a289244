import Glibc

/// A library that validates the chain of a TLS server, called as its users usually call it.
public protocol ChainOracle {
    /// Returns the library's verdict on this chain.
    mutating func verdict(on question: Question) async -> Verdict
}

/// A library's verdict on a chain.
public enum Verdict: Hashable, Sendable {
    case accept
    /// The library's codes for the reason, joined by `+`, and its message.
    case reject(code: String, words: String)
}

/// Answers the questions on standard input.
///
/// The first line of output names the oracle; each later line answers one question.
///
/// - Parameters:
///   - name: the oracle's name in a campaign, such as `gnutls`.
///   - version: the version as the library reports it.
///   - oracle: the library.
/// - Returns: the exit code: 0 at the end of input, 64 at a line that is not a question.
public func answer(_ name: String, _ version: String, by oracle: some ChainOracle) async -> CInt {
    var oracle = oracle
    write("\(name) \(version)\n", to: STDOUT_FILENO)
    var number = 0
    while let line = readLine() {
        number += 1
        do throws(LineError) {
            let verdict = await oracle.verdict(on: try Question(line: line))
            write("\(verdict)\n", to: STDOUT_FILENO)
        } catch {
            write("peer-\(name): line \(number): \(error)\n", to: STDERR_FILENO)
            return 64
        }
    }
    return 0
}

extension Verdict: CustomStringConvertible {
    /// The verdict as a line: `accept`, or `reject WORD words…`.
    public var description: String {
        switch self {
        case .accept: "accept"
        case .reject(let code, let words):
            "reject \(code) "
                + String(words.map { $0.isNewline ? " " : $0 }).trimmed(to: Self.longestWords)
        }
    }

    // The largest length of a message in characters, long enough to recognise a reason: some
    // libraries describe whole certificates.
    private static let longestWords = 200
}

extension String {
    fileprivate func trimmed(to count: Int) -> String {
        let words = split(separator: " ").joined(separator: " ")
        return words.count > count ? words.prefix(count) + "…" : words
    }
}

/// Writes all of the text, unless the reader has closed the pipe.
private func write(_ text: String, to file: CInt) {
    var rest = Array(text.utf8)[...]
    while !rest.isEmpty {
        let written = rest.withUnsafeBytes { Glibc.write(file, $0.baseAddress, $0.count) }
        if written < 0 && errno == EINTR { continue }
        guard written > 0 else { return }
        rest = rest.dropFirst(written)
    }
}
