import ClientModels
import ScenarioFormat

extension Rule {
    static let insecureLoads = Rule(
        "ATS-004",
        .high,
        "`NSExceptionAllowsInsecureHTTPLoads` is true"
    )
    static let oldTLS = Rule("ATS-005", .medium, "`NSExceptionMinimumTLSVersion` below TLSv1.2")
    static let badTLSVersion = Rule(
        "ATS-006",
        .low,
        "an `NSExceptionMinimumTLSVersion` that is not a TLS version"
    )
    static let noForwardSecrecy = Rule(
        "ATS-007",
        .low,
        "`NSExceptionRequiresForwardSecrecy` is false"
    )
    static let exceptionForNoHost = Rule(
        "ATS-008",
        .low,
        "an exception for `*.x.com`, a URL or `X.com`: it matches no host"
    )
    static let formerKey = Rule(
        "ATS-010",
        .note,
        "an `NSThirdParty…` or `NSTemporary…` key, which current systems ignore"
    )
    static let exceptionDomains = [
        insecureLoads, oldTLS, badTLSVersion, noForwardSecrecy, exceptionForNoHost, formerKey,
    ]
}

// Rules for the entries of NSExceptionDomains.
extension InfoPlistReview {
    var exceptions: [Finding] {
        (security["NSExceptionDomains"]?.value.entries ?? []).flatMap { entry in
            let isIdle = misnamed(entry)
            return isIdle.isEmpty ? exception(entry) : isIdle
        }
    }

    private func misnamed(_ entry: PropertyListNode.Entry) -> [Finding] {
        let host = entry.key.lowercased()
        let meant = HostText.meant(by: host) ?? (host == entry.key ? nil : host)
        // A key with a slash may be a network, such as 10.0.0.0/8, and is not a URL.
        guard let meant, entry.key.contains("://") || !entry.key.contains("/") else { return [] }
        var edits = list.key(meant, for: entry)
        if entry.key.hasPrefix("*."), entry.value["NSIncludesSubdomains"] == nil {
            edits += list.adding("NSIncludesSubdomains", true, to: entry.value)
        }
        return [
            finding(
                .exceptionForNoHost,
                at: entry,
                "the exception for \(entry.key) matches no host",
                "compared with the host name as text",
                impact: "the exception has no effect, and the stricter default applies",
                fix: "write the host name in lower case; for subdomains, set NSIncludesSubdomains",
                edits
            )
        ]
    }

    private func exception(_ entry: PropertyListNode.Entry) -> [Finding] {
        let isLocal = HostText.isLocal(entry.key) || !entry.key.contains(".")
        return ["NSExceptionAllowsInsecureHTTPLoads", "NSExceptionRequiresForwardSecrecy"]
            .compactMap { entry.value[$0] }.compactMap(notBoolean)
            + insecureLoads(entry, isLocal) + version(entry, isLocal) + secrecy(entry, isLocal)
            + formerKeys(entry)
    }

    private func insecureLoads(_ entry: PropertyListNode.Entry, _ isLocal: Bool) -> [Finding] {
        guard let stated = entry.value["NSExceptionAllowsInsecureHTTPLoads"],
            stated.value.value == .boolean(true) || stated.value.value == .integer(1)
        else { return [] }
        return [
            finding(
                .insecureLoads,
                isLocal ? .note : nil,
                at: stated,
                "the app allows http to \(entry.key)",
                "does not require TLS",
                impact:
                    "an attacker on the network path can read and change http:// requests; on "
                    + "https, the app's delegate may accept any certificate",
                fix: "delete it",
                list.deleting(stated)
            )
        ]
    }

    private func version(_ entry: PropertyListNode.Entry, _ isLocal: Bool) -> [Finding] {
        guard let stated = entry.value["NSExceptionMinimumTLSVersion"],
            let text = stated.value.value.string
        else { return [] }
        if ["TLSv1.0", "TLSv1.1"].contains(text) {
            return [
                finding(
                    .oldTLS,
                    isLocal ? .note : nil,
                    at: stated,
                    "the app allows \(text), which has known attacks, for \(entry.key)",
                    "below TLSv1.2",
                    impact:
                        "an attacker on the network path can force the old version and attack it",
                    fix: "delete it; TLSv1.2 is the default",
                    list.deleting(stated)
                )
            ]
        }
        guard !InfoPlistTexts.isTLSVersion(text) else { return [] }
        let known = ["TLSv1.2", "TLSv1.3"]
        let digits = text.filter(\.isNumber)
        let meant = known.first { $0.filter(\.isNumber) == digits }
        return [
            finding(
                .badTLSVersion,
                at: stated,
                "\(text) is not a version that NSExceptionMinimumTLSVersion supports",
                "expected TLSv1.2 or TLSv1.3",
                impact: "the system uses the default, TLSv1.2",
                fix: "write \(meant ?? "TLSv1.2")",
                meant.map { list.text($0, in: stated.value) } ?? []
            )
        ]
    }

    private func secrecy(_ entry: PropertyListNode.Entry, _ isLocal: Bool) -> [Finding] {
        guard let stated = entry.value["NSExceptionRequiresForwardSecrecy"],
            stated.value.value == .boolean(false) || stated.value.value == .integer(0)
        else { return [] }
        return [
            finding(
                .noForwardSecrecy,
                isLocal ? .note : nil,
                at: stated,
                "the app allows \(entry.key) to exchange keys without forward secrecy",
                "offers RSA key exchange",
                impact:
                    "an attacker who steals the server's key later can decrypt traffic recorded "
                    + "today",
                fix: "delete it",
                list.deleting(stated)
            )
        ]
    }

    private func formerKeys(_ entry: PropertyListNode.Entry) -> [Finding] {
        entry.value.entries.filter { stated in
            stated.key.hasPrefix("NSThirdPartyException") || stated.key.hasPrefix("NSTemporary")
        }
        .map { stated in
            let name = stated.key.replacing("NSThirdPartyException", with: "NSException")
                .replacing("NSTemporaryException", with: "NSException")
                .replacing("NSTemporaryThirdPartyException", with: "NSException")
            return finding(
                .formerKey,
                at: stated,
                "current systems ignore \(stated.key)",
                "used by iOS 9",
                impact: "it has no effect",
                fix: "delete it; the current key is \(name)",
                list.deleting(stated)
            )
        }
    }
}
