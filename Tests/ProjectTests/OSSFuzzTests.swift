import Foundation
import Testing

/// The folder for OSS-Fuzz, checked as its `infra/presubmit.py` and `infra/constants.py` check it.
struct OSSFuzzTests {
    private static let folder = "Fuzz/oss-fuzz"

    /// Returns the sections of `project.yaml`, each with its value or the items of its list.
    private static func sections() throws -> [String: [String]] {
        var sections: [String: [String]] = [:]
        var last = ""
        for line in try Repository.text(folder + "/project.yaml").split(separator: "\n") {
            let text = line.trimmingCharacters(in: .whitespaces)
            if text.isEmpty || text.hasPrefix("#") { continue }
            if text.hasPrefix("- ") {
                sections[last, default: []].append(String(text.dropFirst(2)))
                continue
            }
            let parts = text.split(separator: ":", maxSplits: 1)
            last = String(try #require(parts.first))
            let value = parts.dropFirst().joined().trimmingCharacters(
                in: CharacterSet(charactersIn: " \"")
            )
            sections[last] = value.isEmpty ? [] : [value]
        }
        return sections
    }

    @Test
    func `writes project.yaml with the sections and values that OSS-Fuzz accepts and requires`()
        throws
    {
        let known: Set = [
            "architectures", "auto_ccs", "base_os_version", "blackbox", "builds_per_day",
            "coverage_extra_args", "disable_remediation", "disable_remediation_pre_review",
            "disabled", "file_github_issue", "fuzzing_engines", "help_url", "homepage", "indexer",
            "labels", "language", "main_repo", "primary_contact", "run_tests", "sanitizers",
            "selective_unpack", "vendor_ccs", "view_restrictions",
        ]
        let sections = try Self.sections()
        #expect(Set(sections.keys).isSubset(of: known))
        #expect(sections["language"] == ["swift"])
        #expect(sections["fuzzing_engines"] == ["libfuzzer"])
        // The sanitizers of OSS-Fuzz that Swift's compiler supports on Linux.
        #expect(sections["sanitizers"]?.allSatisfy { ["address", "thread"].contains($0) } == true)
        #expect(sections["main_repo"]?.count == 1)
        // OSS-Fuzz accepts only the address of a committer, which the person who proposes the
        // folder adds.
        #expect(sections["primary_contact"] == nil && sections["auto_ccs"] == nil)
    }

    @Test func `finds the header of the Apache License in every file`() throws {
        for name in ["Dockerfile", "project.yaml"] {
            let text = try Repository.text("\(Self.folder)/\(name)")
            #expect(text.contains("http://www.apache.org/licenses/LICENSE-2.0"), "\(name)")
        }
    }

    @Test func `uses an image of the stated system, and installs packages after an update`() throws
    {
        let file = try Repository.text(Self.folder + "/Dockerfile")
        let version = try #require(try Self.sections()["base_os_version"]?.first)
        #expect(file.contains("FROM gcr.io/oss-fuzz-base/base-builder-swift:\(version)\n"))
        #expect(!file.contains("RUN apt install") && !file.contains("RUN apt-get install"))
        // Outside a Dockerfile, the script is found by its name.
        #expect(file.contains(".clusterfuzzlite/build.sh $SRC/"))
        #expect(Repository.has(".clusterfuzzlite/build.sh"))
        #expect(!(try Repository.text(".clusterfuzzlite/build.sh")).contains("-lFuzzingEngine"))
    }

    /// Words of the licence's header and of Dockerfiles.
    private static let known: Set = ["WARRANTIES", "CONDITIONS", "WITHOUT", "LICENSE", "WORKDIR"]

    @Test func `leaves only the repository's address to fill in, and contains no corpus`()
        throws
    {
        let names = Repository.names(in: Self.folder)
        #expect(names == ["Dockerfile", "README.md", "project.yaml"])
        for name in ["Dockerfile", "project.yaml"] {
            let words = try Repository.text("\(Self.folder)/\(name)")
                .split { !$0.isLetter }.map(String.init)
            let capitals = Set(words.filter { $0.count > 5 && $0.allSatisfy(\.isUppercase) })
            #expect(
                capitals.subtracting(Self.known) == [
                    "REPOSITORY"
                ],
                "\(name)"
            )
        }
    }
}
