import Basics
import Crypto
import Foundation
import FuzzTargets
import Lint
import Reports
import X509

extension FuzzTarget {
    /// Any bytes are inspected as a file of certificates and other objects.
    ///
    /// A field lies in the one around it, and a finding in its object. The report for a terminal has
    /// nothing in it that would move its cursor or turn its text round, and the report for programs is
    /// JSON. The time grows with the length and not with its square.
    public static let inspectFile = FuzzTarget("InspectFile") { bytes in
        guard let inspection = inspect(bytes) else { return }
        for object in inspection.objects {
            let whole = object.source.der.indices
            // With zeros in the place of what is missing, fields end after it.
            let end = max(whole.upperBound, object.statedLength ?? 0)
            if let field = object.fields { check(field, in: 0..<end) }
            for finding in object.findings {
                let place = finding.place?.bytes ?? whole
                invariant(
                    whole.lowerBound <= place.lowerBound && place.upperBound <= whole.upperBound,
                    "outside its object: \(finding)"
                )
            }
        }
        check(text(of: inspection))
        let share = Share(of: bytes)
        if share.isOne(in: 1 << 3) { check(InspectionJSON(of: inspection)) }
        guard !bytes.isEmpty, share.isOne(in: 1 << 12) else { return }
        let (short, long) = (repeated(bytes, to: 1 << 14), repeated(bytes, to: 1 << 16))
        requireLinear(
            { _ = inspect(short).map(text) },
            fourTimesAsLong: { _ = inspect(long).map(text) }
        )
    }

    /// Nil where there is nothing to show.
    private static func inspect(_ bytes: [UInt8]) -> Inspection? {
        do throws(InspectionError) {
            let input = try InspectedInput(bytes)
            return made { () throws(OpenSSLError) in try Inspection(input, Inspection.Request()) }
        } catch {
            check(Shown.escaped("a file\(error)\n\(error.help)"))
            return nil
        }
    }

    private static func check(_ field: ShownField, in parent: Range<Int>) {
        invariant(
            parent.lowerBound <= field.place.lowerBound
                && field.place.upperBound <= parent.upperBound,
            "\(field.name) at \(field.place) is outside of \(parent)"
        )
        for part in field.fields { check(part, in: field.place) }
    }

    private static func text(of inspection: Inspection) -> String {
        InspectionText(inspection: inspection, asked: nil, isFull: true, hasColour: false).text
    }

    /// Requires that nothing but the ends of lines moves the cursor (ECMA-48), and that nothing turns
    /// the direction of text (UAX #9).
    private static func check(_ text: String) {
        for scalar in text.unicodeScalars where scalar != "\n" {
            switch scalar.value {
            case 0...0x1f, 0x7f...0x9f, 0x202a...0x202e, 0x2066...0x2069:
                invariant(false, "U+\(String(scalar.value, radix: 16)) is shown")
            default: break
            }
        }
    }

    private static func check(_ json: InspectionJSON) {
        let document = try? JSONSerialization.jsonObject(with: Data(json.text.utf8))
        invariant(document is [String: Any], "the report is no JSON")
    }
}

extension InspectionJSON {
    fileprivate init(of inspection: Inspection) {
        self.init(
            inspection: inspection,
            source: "input",
            sections: Set(InspectionSection.allCases)
        )
    }
}
