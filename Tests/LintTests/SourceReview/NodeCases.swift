import Lint

// The environment of Node.js.

extension WebTests {
    static let node: [CodeCase] = [
        CodeCase(
            "NOD-005",
            "Dockerfile",
            """
            FROM node:22.14.0-alpine AS build
            COPY . .
            RUN npm ci
            """,
            right: "FROM node:22.23.2-alpine\n",
            "FROM node:22\n",
            "FROM node:26.5.1\n",
            "FROM debian:13\nRUN echo node:22.14.0\n",
            project: [.nodeIdentityCheck: ["src/pins.ts"]]
        )
    ]
}
