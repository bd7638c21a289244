import X509

/// See `FuzzTarget.decodePEM`.
func checkPEMDecoding(_ bytes: [UInt8]) {
    let lines = bytes.count { $0 == UInt8(ascii: "\n") } + 1
    var line = 0
    for block in PEM.blocks(in: bytes) {
        invariant(block.line > line, "a block begins before the previous one")
        line = block.line
        invariant(line <= lines, "a block begins after the text")
        do {
            check(try block.bytes(), of: block)
        } catch {
            check(error, of: block, lines: lines)
        }
    }
    checkMessageDecoding(bytes)
    requireLinear(bytes, Share(of: bytes)) { bytes in
        for block in PEM.blocks(in: bytes) { _ = try? block.bytes() }
        _ = try? PKCS7(der: bytes)
    }
}

/// Requires that a block survives a round trip.
private func check(_ bytes: [UInt8], of block: PEM.Block) {
    invariant(!bytes.isEmpty, "an empty block decodes")
    // Labels with other characters are skipped: they may be invalid UTF-8, which String repairs.
    guard block.label.utf8.allSatisfy({ (0x20..<0x7f).contains($0) }) else { return }
    let text = PEM.text(block.label, bytes)
    let again = PEM.blocks(in: Array(text.utf8))
    invariant(
        again.count == 1 && again[0].label == block.label,
        "a block reads back with another label"
    )
    invariant((try? again[0].bytes()) == bytes, "a block reads back as other bytes")
    checkMessageDecoding(bytes)
}

private func check(_ error: PEMError, of block: PEM.Block, lines: Int) {
    switch error {
    case .unterminated(let label, let line):
        invariant(label == block.label && line == block.line, "the error names another block")
    case .badBase64(let label, let line, let position):
        invariant(label == block.label && line == block.line, "the error names another block")
        invariant(
            line < position.line && position.line <= lines && position.column > 0,
            "the error at \(position) is outside the block"
        )
    case .tooLarge, .noCertificate:
        invariant(false, "an error that no single block causes: \(error)")
    }
}

private func checkMessageDecoding(_ bytes: [UInt8]) {
    do {
        let message = try PKCS7(der: bytes)
        for places in [message.certificates, message.revocationLists] {
            var end = 0
            for place in places {
                invariant(
                    end <= place.lowerBound,
                    "\(place) begins before the previous certificate ends"
                )
                invariant(
                    bytes[place.lowerBound] == DERTag.sequence.rawValue,
                    "the certificate is not a SEQUENCE"
                )
                Reencoding.require(place, of: bytes) { $0.any(place) }
                end = place.upperBound
            }
            invariant(end <= bytes.count, "a certificate ends outside the message")
        }
    } catch {
        invariant(
            (0...bytes.count).contains(error.offset),
            "the error at \(error.offset) is outside \(bytes.count) bytes"
        )
    }
}
