import ArgumentParser
import Basics
import Reports

/// `hatpin manual`: writes the pages that are generated from declarations.
struct ManualCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "manual",
        abstract: "Write a page of the reference as Markdown.",
        discussion: "PAGES:\n"
            + pages.map { "  \($0.name): \($0.title)" }.joined(separator: "\n")
    )

    /// Every generated page.
    static let pages = ManualPage.catalogue + [.exitCodes]

    @Argument(help: "The name of the page.") var page: Page

    func run() throws {
        try StandardStream.output.write(page.page.text)
    }

    /// Finds a page by its name.
    struct Page: ExpressibleByArgument {
        static let allValueStrings = ManualCommand.pages.map(\.name)
        let page: ManualPage

        init?(argument: String) {
            guard let page = ManualCommand.pages.first(where: { $0.name == argument }) else {
                return nil
            }
            self.page = page
        }
    }
}
