import ClientModels

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
        "an `NSExceptionMinimumTLSVersion` that is no version"
    )
    static let noForwardSecrecy = Rule(
        "ATS-007",
        .low,
        "`NSExceptionRequiresForwardSecrecy` is false"
    )
    static let exceptionForNoHost = Rule(
        "ATS-008",
        .low,
        "an exception for `*.x.com`, a URL or `X.com`: it equals no host"
    )
    static let formerKey = Rule(
        "ATS-010",
        .note,
        "an `NSThirdParty…` or `NSTemporary…` key, which today's systems do not read"
    )
    static let exceptionDomains = [
        insecureLoads, oldTLS, badTLSVersion, noForwardSecrecy, exceptionForNoHost, formerKey,
    ]
}

// Entries of NSExceptionDomains.
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
        // With a slash it may be a network, such as 10.0.0.0/8.
        guard let meant, entry.key.contains("://") || !entry.key.contains("/") else { return [] }
        var edits = list.key(meant, for: entry)
        if entry.key.hasPrefix("*."), entry.value["NSIncludesSubdomains"] == nil {
            edits += list.adding("NSIncludesSubdomains", true, to: entry.value)
        }
        return [
            finding(
                .exceptionForNoHost,
                at: entry,
                "the exception for \(entry.key) is for no host",
                "compared letter by letter",
                impact: "the exception has no effect, and the stricter default holds",
                fix: "write the host in lower case; subdomains by NSIncludesSubdomains",
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
                "http is allowed to \(entry.key)",
                "no TLS is required",
                impact:
                    "an attacker on the path reads and changes http:// requests, and a delegate of "
                    + "the app may accept any certificate on https",
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
                    "\(entry.key) may speak \(text), which is broken",
                    "below TLSv1.2",
                    impact:
                        "an attacker on the path can choose the old version and attack its ciphers",
                    fix: "delete it: TLSv1.2 is the default",
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
                "\(text) is no version that NSExceptionMinimumTLSVersion knows",
                "TLSv1.2 or TLSv1.3",
                impact: "the default stays: TLSv1.2",
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
                "\(entry.key) may exchange keys without forward secrecy",
                "RSA key exchange is offered",
                impact: "a key of the server that is stolen later reads traffic recorded today",
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
                "\(stated.key) is not read by today's systems",
                "of iOS 9",
                impact: "it has no effect",
                fix: "delete it; the key of today is \(name)",
                list.deleting(stated)
            )
        }
    }
}
