import Lint

/// Reviews of source code by the built-in rules.
enum SourceReviews {
    static let context = {
        var context = ReviewContext(now: ReviewTests.now)
        context.search = SourceSearch(.builtIn)
        return context
    }()

    static func review(
        _ text: some StringProtocol,
        named name: String,
        search: SourceSearch? = nil
    ) -> Review {
        var context = context
        if let search { context.search = search }
        return Review.file(Array(text.utf8), named: name, context: context)
    }
}
