import Testing

@testable import Lint

/// The texts of files after the edits of all findings.
struct EditTests {
    @Test(arguments: [
        (
            "lambda.js", "if (dev) process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';\nstart();\n",
            nil
        ),
        ("arrow.js", "const f = () => process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';\n", nil),
        (
            "child.js",
            "spawn('node', { env: { ...process.env, NODE_TLS_REJECT_UNAUTHORIZED: '0' }, shell });\n",
            "spawn('node', { env: { ...process.env }, shell });\n"
        ),
        (
            "block.js",
            "function f() {\n  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';\n}\nstart();\n",
            "function f() {\n}\nstart();\n"
        ),
        (
            "branch.js",
            "if (dev) {\n  process.env.NODE_TLS_REJECT_UNAUTHORIZED = '0';\n}\nstart();\n", nil
        ),
    ])
    func `deletes a statement only if the code around the statement stays valid`(
        file: String,
        text: String,
        edited: String?
    ) { check(file, text, edited) }

    @Test(arguments: [
        ("then.sh", "if dev; then\n  export NODE_TLS_REJECT_UNAUTHORIZED=0\nfi\n", nil),
        ("and.sh", "[ -n \"$DEV\" ] && export GIT_SSL_NO_VERIFY=1\nmake\n", nil),
        ("run.sh", "docker run -e NODE_TLS_REJECT_UNAUTHORIZED=0 node\n", nil),
        ("line.sh", "export GIT_SSL_NO_VERIFY=1; make\n", " make\n"),
        ("all.sh", "export A=1 GIT_SSL_NO_VERIFY=1 B=2\nmake\n", "export A=1 B=2\nmake\n"),
        ("first.sh", "export GIT_SSL_NO_VERIFY=1 B=2\nmake\n", "export B=2\nmake\n"),
        ("command.sh", "env GIT_SSL_NO_VERIFY=1 git pull\n", "env git pull\n"),
        (
            "more.sh", "build() {\n  export GIT_SSL_NO_VERIFY=1\n  make\n}\n",
            "build() {\n  make\n}\n"
        ),
        (
            "Dockerfile", "ENV A=1 \\\n    NODE_TLS_REJECT_UNAUTHORIZED=0\nRUN true\n",
            "ENV A=1\nRUN true\n"
        ),
        (
            "Dockerfile", "ENV NODE_TLS_REJECT_UNAUTHORIZED=0 \\\n    A=1\nRUN true\n",
            "ENV \\\n    A=1\nRUN true\n"
        ),
        (
            "last.sh", "curl https://api.example.com \\\n  -k\nmake\n",
            "curl https://api.example.com\nmake\n"
        ),
        (
            "middle.sh", "curl -s \\\n  -k \\\n  https://api.example.com\n",
            "curl -s \\\n  https://api.example.com\n"
        ),
    ])
    func `deletes a word only if the rest is still the same command`(
        file: String,
        text: String,
        edited: String?
    ) { check(file, text, edited) }

    /// Checks the text of a file after its edits; `edited` is nil if the fix has no edits.
    private func check(_ file: String, _ text: String, _ edited: String?) {
        let findings = SourceReviews.review(text, named: file).findings
        #expect(!findings.isEmpty)
        let edits = findings.flatMap { $0.fix?.edits ?? [] }
        let fixed = ReviewedFile(Array(text.utf8), named: file).applying(edits)
        #expect(String(decoding: fixed, as: UTF8.self) == edited ?? text)
    }
}
