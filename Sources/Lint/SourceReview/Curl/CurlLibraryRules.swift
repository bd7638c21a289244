import ScenarioFormat
import X509

// Pins of libcurl in C, PHP and Python; Rules/curl has its other options.

extension CodeSystem {
    static let curl = CodeSystem(
        name: "curl, libcurl, PHP, pycurl, wget, git, pip",
        noun: "a shell script, a .curlrc, or code with libcurl",
        rules: [
            .curlInsecure, .curlConfig, .curlPinForm, .curlPinBlank, .curlPinCertificate,
            .curlPinFollowed, .curlCleartext, .curlProxy, .curlWeak, .curlQUICBuild, .otherTools,
        ],
        isUsed: { review in
            switch review.source.language {
            case .shell, .php: true
            case .yaml: review.hasScripts || !review.gitSwitches.isEmpty
            case .nginx: review.file.lastName.hasSuffix("curlrc")
            case .python: review.mentions("pycurl")
            default:
                review.mentions(
                    "CURLOPT_SSL_VERIFYPEER",
                    "CURLOPT_SSL_VERIFYHOST",
                    "CURLOPT_PINNEDPUBLICKEY"
                )
            }
        },
        unread: { review in
            review.curlPinTokens.compactMap { review.unread($0) }
        }
    )
}

/// The forms of pins in `--pinnedpubkey`.
enum CurlPinForm {
    /// Returns the hash of a pin that lacks the prefix `sha256//`; empty if the hash cannot be
    /// used, nil for a correct pin or a file name.
    static func misformed(_ text: String) -> String? {
        if text.hasPrefix("sha256//") { return nil }
        for prefix in ["sha256/", "SHA256//", "sha256:", "sha256="] where text.hasPrefix(prefix) {
            return String(text.dropFirst(prefix.count))
        }
        if text.hasPrefix("sha1//") { return "" }
        return Base64.decode(text.utf8)?.count == 32 ? text : StatedPin.base64(of: text)
    }
}

extension CodeReview {
    // MARK: Pins

    struct CurlPinText: Sendable {
        let tokens: Range<Int>
        let text: String
    }

    var curlPins: [CurlPinText] {
        let words = curls.compactMap { $0.option("pinnedpubkey")?.value }.map {
            CurlPinText(tokens: $0.token..<$0.token + 1, text: $0.text)
        }
        return words
            + curlPinTokens.compactMap { tokens in
                value(tokens).text.map { CurlPinText(tokens: tokens, text: $0) }
            }
    }

    /// The values of `CURLOPT_PINNEDPUBLICKEY`.
    var curlPinTokens: [Range<Int>] {
        guard !source.language.isOfShells else { return [] }
        return ["CURLOPT_PINNEDPUBLICKEY", "PINNEDPUBLICKEY"].flatMap {
            source.occurrences(of: $0)
        }.filter { source.isSign($0 + 1, ",") || source.isSign($0 + 1, "=>") }.map {
            source.expression(from: source.next($0 + 1))
        }
    }

    /// Returns the edit that replaces a word or literal.
    func replacedWord(_ tokens: Range<Int>, _ text: String?) -> [Edit] {
        guard let text else { return [] }
        let inner = source.trimmed(tokens)
        guard inner.count == 1, let token = source.token(inner.lowerBound) else { return [] }
        let written = file.text(token.range)
        if let assigned = assignment(ofWord: inner.lowerBound), let old = value(tokens).text,
            file.text(assigned.range).contains(old)
        {
            return [
                Edit(assigned.range, file.text(assigned.range).replacing(old, with: text))
            ]
        }
        guard !token.text.isEmpty, written.contains(token.text) else { return [] }
        return [Edit(token.range, written.replacing(token.text, with: text))]
    }
}
