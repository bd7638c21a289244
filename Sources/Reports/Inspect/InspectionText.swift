import Basics
import ClientModels
import Lint
import PathValidation
import X509

/// The sections of an inspection that a user can request.
package enum InspectionSection: String, CaseIterable, Sendable {
    case fields, findings, pins
}

/// An inspection for a terminal.
package struct InspectionText {
    private let inspection: Inspection
    private let asked: Set<InspectionSection>?
    private let isFull, hasColour: Bool

    /// - Parameters:
    ///   - inspection: the inspection of one input.
    ///   - asked: the sections to show; nil shows all, with pins in short form after the first
    ///     object.
    ///   - isFull: whether long values are shown whole.
    ///   - hasColour: whether the output has colours.
    package init(
        inspection: Inspection,
        asked: Set<InspectionSection>?,
        isFull: Bool,
        hasColour: Bool
    ) {
        (self.inspection, self.asked) = (inspection, asked)
        (self.isFull, self.hasColour) = (isFull, hasColour)
    }

    private func shows(_ section: InspectionSection) -> Bool {
        asked?.contains(section) ?? true
    }

    /// The lines, each ended by a newline.
    package var text: String {
        var text = TerminalText(hasColour: hasColour)
        for (number, object) in inspection.objects.enumerated() {
            if number > 0 { text.newLine() }
            write(object, number + 1, to: &text)
        }
        if shows(.findings) { writeChain(to: &text) }
        writeRest(to: &text)
        return text.text
    }

    private func write(_ object: Inspection.Object, _ number: Int, to text: inout TerminalText) {
        let count = inspection.objects.count
        if !object.faults.isEmpty { text.literal("✗ ", .bad) }
        text.value(object.source.kind.rawValue, .strong)
        if count > 1 { text.value(" \(number) of \(count)", .strong) }
        let place = object.source.place.isEmpty ? "" : object.source.place + ", "
        text.value("   \(place)\(Prose.count(object.source.der.count, "byte"))", .faint)
        text.newLine()
        writeFaults(of: object, to: &text)
        if shows(.fields), let field = object.fields {
            FieldTable(field: field, bytes: object.source.der, isFull: isFull).write(to: &text)
        }
        if shows(.fields) { writeFingerprints(object, to: &text) }
        if shows(.findings), object.isJudged { writeFindings(object, to: &text) }
        if shows(.pins), !object.pins.isEmpty {
            writePins(object, isBrief: asked == nil && number > 1, to: &text)
        }
    }

    /// The largest number of faults that are shown of one object, each with the bytes around it.
    private static let maximumFaults = 20

    private func writeFaults(of object: Inspection.Object, to text: inout TerminalText) {
        let count = isFull ? object.faults.count : Self.maximumFaults
        for fault in object.faults.prefix(count) { write(fault, of: object, to: &text) }
        guard object.faults.count > count else { return }
        text.value("  … and \(object.faults.count - count) more (--full)", .faint)
        text.newLine()
    }

    private func write(
        _ fault: DERError,
        of object: Inspection.Object,
        to text: inout TerminalText
    ) {
        text.literal("  does not decode: ", .bad)
        text.value(fault.fault.about)
        text.newLine()
        // If bytes are missing, the end of the object is more helpful than its beginning.
        let end = object.statedLength == nil ? fault.offset : object.source.der.count
        text.literal("  at byte ")
        text.value(end)
        if !fault.path.isEmpty { text.value(Untrusted(" in \(fault.path)")) }
        if let length = object.statedLength {
            text.value(", but its stated length is \(length)")
        }
        text.newLine()
        HexDump(bytes: object.source.der, place: end).write(to: &text, indent: 8)
    }

    private func writeFingerprints(_ object: Inspection.Object, to text: inout TerminalText) {
        for (name, bytes) in object.fingerprints {
            text.literal("  ")
            text.value(name)
            text.pad(to: 11)
            text.value(bytes.hex)
            text.newLine()
        }
    }

    // MARK: Findings

    private func writeFindings(_ object: Inspection.Object, to text: inout TerminalText) {
        for finding in object.findings {
            text.literal("  ")
            if finding.isNote { text.literal("· ") } else { text.literal("✗ ", .bad) }
            fold(finding.problem, from: 4, to: &text)
            text.literal("    ")
            if let (field, bytes) = finding.place {
                text.value(Untrusted("\(field.isEmpty ? "" : field + " ")\(Self.place(bytes))  "))
            }
            text.value(
                "\(finding.rule) (\(finding.profiles.joined(separator: ", ")); \(finding.source))",
                .faint
            )
            text.newLine()
            if let dump = Self.dump(finding, of: object) { dump.write(to: &text, indent: 8) }
        }
        guard object.findings.allSatisfy(\.isNote) else { return }
        text.literal("  ")
        text.literal("✓", .good)
        let other = object.faults.isEmpty ? "" : "other "
        text.value(" breaks no \(other)rule of \(inspection.profiles.joined(separator: ", "))")
        text.newLine()
    }

    /// Returns the bytes around the place of a finding about one byte, such as the first byte that
    /// does not decode; nil for any other finding.
    private static func dump(_ finding: ShownBreach, of object: Inspection.Object) -> HexDump? {
        guard let (_, bytes) = finding.place, bytes.count == 1 else { return nil }
        return HexDump(bytes: object.source.der, place: bytes.lowerBound)
    }

    private func writeChain(to text: inout TerminalText) {
        let order = inspection.order
        guard !(order.problems.isEmpty && order.notes.isEmpty) else { return }
        text.newLine()
        text.literal("chain", .strong)
        text.value("   \(ChainOrder.source)", .faint)
        text.newLine()
        for problem in order.problems {
            text.literal("  ")
            text.literal("✗ ", .bad)
            fold(problem, from: 4, to: &text)
        }
        for note in order.notes {
            text.literal("  · ")
            fold(note, from: 4, to: &text)
        }
    }

    // MARK: Pins

    private func writePins(
        _ object: Inspection.Object,
        isBrief: Bool,
        to text: inout TerminalText
    ) {
        for pin in object.pins where !pin.notation.needsHost {
            text.literal("  ")
            text.value(pin.notation.name)
            text.pad(to: 11)
            text.value(pin.text)
            text.newLine()
            writeWarning(pin, indent: 11, to: &text)
        }
        if isBrief {
            text.literal("  its pins in the other notations: --show pins", .faint)
            text.newLine()
            return
        }
        for pin in object.pins where pin.notation.needsHost {
            text.newLine()
            text.literal("  ")
            text.value("\(pin.notation.name)   ", .strong)
            text.value(pin.notation.about, .faint)
            text.newLine()
            writeWarning(pin, indent: 4, to: &text)
            for line in pin.text.split(separator: "\n") {
                text.literal("    ")
                text.value(String(line))
                text.newLine()
            }
        }
        guard inspection.host == nil else { return }
        text.literal("  no DNS name to pin: --host NAME prints the pins that need one")
        text.newLine()
    }

    private func writeWarning(
        _ pin: Inspection.Pin,
        indent: Int,
        to text: inout TerminalText
    ) {
        guard let warning = pin.warning else { return }
        text.pad(to: indent)
        text.literal("⚠ ", .odd)
        fold(warning, from: indent + 2, to: &text)
    }

    // MARK: The rest

    private func writeRest(to text: inout TerminalText) {
        for passed in inspection.passedOver {
            text.newLine()
            text.literal("ignored: ")
            text.value(Untrusted(passed.what))
            if !passed.place.isEmpty { text.value(" (\(passed.place))", .faint) }
        }
        if !inspection.passedOver.isEmpty { text.newLine() }
        guard inspection.isCut else { return }
        text.newLine()
        text.value("only the first \(InspectedInput.maximumObjects) are shown")
        text.newLine()
    }

    private func fold(_ words: String, from indent: Int, to text: inout TerminalText) {
        var escaped = TerminalText(hasColour: false)
        escaped.value(Untrusted(words))
        text.fold(escaped, from: indent, to: 88)
        text.newLine()
    }

    static func place(_ bytes: Range<Int>) -> String {
        "\(bytes.lowerBound)..\(bytes.upperBound)"
    }
}
