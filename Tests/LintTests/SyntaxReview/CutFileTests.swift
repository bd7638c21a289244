import Testing

@testable import Lint

/// Files that begin or end inside brackets, strings or words.
struct CutFileTests {
    static let texts = [
        ("a.sh", "A=(-k)\ncurl \"${A[@]}\" \"$(curl -k 'b')\" <<E\nc\nE\n"),
        ("Dockerfile", "FROM a\nRUN curl -k \\\n  # b\n  c\nCMD [\"curl\", \"-k\", \"d\"]\n"),
        (
            "a.yaml",
            "run: |\n  curl -k b\nargs: [\"-c\", 'curl -k c']\ncommand:\n  - curl\n  - -k d\n"
        ),
        ("package.json", "{\"scripts\": {\"a\": \"curl -k \\\"b\\\"\"}}"),
        ("a.py", "import os\nos.system(f\"curl -k {b}\")\nrequests.get(u, verify=False)\n"),
    ]

    @Test(arguments: texts)
    func `reviews both parts of a file that is cut anywhere`(name: String, text: String) throws {
        let bytes = Array(text.utf8)
        var files: [(path: String, bytes: [UInt8])] = []
        for place in bytes.indices {
            files.append(("1/\(place)/" + name, Array(bytes[..<place])))
            files.append(("2/\(place)/" + name, Array(bytes[place...])))
        }
        let reviews = Review.files(files, context: SourceReviews.context)
        #expect(reviews.allSatisfy { $0.findings.count < 10 && $0.unread.isEmpty })
    }
}
