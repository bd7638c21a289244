// Pipelines, containers, playbooks and settings in YAML, and environment variables in a Dockerfile.

extension WebTests {
    static let yaml: [CodeCase] = [
        CodeCase(
            "CUR-001",
            "ci.yml",
            """
            name: Don't stop
            jobs:
              build:
                steps:
                  - name: curl -k is wrong
                  - run: |
                      set -e
                      # curl -k
                      curl -fsSLk https://get.example.com/install.sh | sh
            """,
            right: """
                steps:
                  - name: curl -k is wrong
                  - run: curl https://get.example.com # -k
                    description: |
                      curl -k https://get.example.com
                  - run: curl https://get.example.com

                    with: [curl, -k]
                """,
            "info:\n  - curl -k https://get.example.com\n"
        ),
        CodeCase(
            "CUR-001",
            ".gitlab-ci.yml",
            """
            before_script:
            - |
              echo begins
              curl -k https://one.example.com
            - curl --insecure https://two.example.com
            test:
              script: "curl -k https://three.example.com"
            """,
            right: """
                before_script:
                - |
                  echo begins
                notes:
                - curl --insecure https://two.example.com
                """
        ),
        CodeCase(
            "CUR-001",
            "compose.yaml",
            "services:\n  app:\n    command: sh -c \"curl -k https://api.example.com\"\n",
            right: "services:\n  app:\n    command: sh -c \"curl https://api.example.com\"\n"
        ),
        CodeCase(
            "CUR-001",
            "compose.yml",
            """
            services:
              app:
                healthcheck:
                  test: ["CMD", "curl", "-fk", "https://api.example.com/"]
            """,
            right: """
                services:
                  app:
                    healthcheck:
                      test: ["CMD", "curl", "-f", "https://api.example.com/"]
                    other: ["CMD", "curl", "-fk", "https://api.example.com/"]
                """
        ),
        CodeCase(
            "CUR-001",
            "pod.yaml",
            """
            command: [ "timeout", '5', curl, # of the image
                       -k,
                       "https://api.example.com/" ]
            image: curlimages/curl
            """,
            right: """
                command: [ "timeout", '5', curl, # of the image -k
                           "https://api.example.com/" ]
                image: curlimages/curl:-k
                """,
            "command: [curl\n-k,"
        ),
        CodeCase(
            "CUR-001",
            "job.yaml",
            """
            containers:
              - name: app
                command:
                  - curl # comment

                  # another
                  - -k
                  - https://api.example.com/
                ports:
                  - 80
            """,
            right: """
                containers:
                  - name: app
                    command:
                      - curl # -k
                      - https://api.example.com/
                    ports:
                      - -k
                """
        ),
        CodeCase(
            "CUR-001",
            "cron.yaml",
            """
            command: ["/bin/sh", "-ec", "curl -k https://api.example.com/"]
            """,
            right: """
                command: ["/bin/sh", "-ec", "curl https://api.example.com/"]
                args: ["echo", "curl -k https://api.example.com/"]
                """,
            "command: [\"grep\", \"-rnc\", \"curl -k https://api.example.com/\"]\n"
        ),
        CodeCase(
            "CUR-001",
            "init.yaml",
            """
            command:
              - sh
              - -c
            args:
              - |
                curl -k https://api.example.com/
            """,
            right: "command:\n  - sh\n  - -c\n  - echo curl -k\n"
        ),
        CodeCase(
            "CUR-001",
            ".woodpecker.yml",
            "steps:\n  - commands: [ls, 'curl -k https://api.example.com/']\n",
            right: "steps:\n  - commands: [curl, '-k https://api.example.com/']\n"
        ),
        CodeCase(
            "CUR-001",
            "Dockerfile",
            """
            FROM debian
            HEALTHCHECK --interval=5m CMD [ "curl", "https://api.example.com/", "-k" ]
            CMD ["app"]
            """,
            right: """
                FROM debian
                HEALTHCHECK --interval=5m CMD [ "curl", "https://api.example.com/" ]
                LABEL about ["curl", "-k"]
                CMD ["echo", "curl", "-k"]
                """,
            "CMD [\"curl\", \"-k"
        ),
        CodeCase(
            "CUR-017",
            "Containerfile",
            "RUN [\"git\", \"config\", \"http.sslVerify\", \"false\"]\n",
            right: "RUN [\"git\", \"config\", \"http.sslVerify\", \"true\"]\n"
        ),
        CodeCase(
            "CUR-017",
            "playbook.yml",
            """
            - hosts: all
              tasks:
                - shell: wget --no-check-certificate https://get.example.com/a.tgz
            """,
            right: """
                - hosts: all
                  tasks:
                    - shell: wget https://get.example.com/a.tgz
                    - debug: { msg: wget --no-check-certificate }
                """
        ),
        CodeCase(
            "CUR-017",
            "variables.yaml",
            "variables:\n  GIT_SSL_NO_VERIFY: \"true\"\n",
            right: "variables:\n  GIT_SSL_NO_VERIFY:\n  # GIT_SSL_NO_VERIFY: true\n",
            isFixed: false
        ),
        CodeCase(
            "NOD-002",
            "workflow.yml",
            "env:\n  NODE_TLS_REJECT_UNAUTHORIZED: 0\n",
            right: "env:\n  NODE_TLS_REJECT_UNAUTHORIZED: 1\n",
            isFixed: false
        ),
        CodeCase(
            "NOD-002",
            "compose.yaml",
            "services:\n  app:\n    environment:\n      - A=1\n      - NODE_TLS_REJECT_UNAUTHORIZED=0\n",
            right: "environment:\n  - NODE_TLS_REJECT_UNAUTHORIZED=1\n",
            isFixed: false
        ),
        CodeCase(
            "NOD-002",
            "deployment.yaml",
            """
            env:
              - name: NODE_TLS_REJECT_UNAUTHORIZED
                value: "0"
            """,
            right: """
                env:
                  - name: NODE_TLS_REJECT_UNAUTHORIZED
                    value: "1"
                  - name: OTHER
                    value: "0"
                """,
            isFixed: false
        ),
        CodeCase(
            "NOD-002",
            "script.yml",
            "steps:\n  - run: NODE_TLS_REJECT_UNAUTHORIZED=0 npm ci\n",
            right: "steps:\n  - run: npm ci\n"
        ),
        CodeCase(
            "NOD-002",
            "Dockerfile",
            "FROM node:22\nENV NODE_TLS_REJECT_UNAUTHORIZED 0\nENV A 1\n",
            right: "FROM node:22\nENV NODE_TLS_REJECT_UNAUTHORIZED 1\nENV A 0\n",
            "FROM node:22\nRUN echo NODE_TLS_REJECT_UNAUTHORIZED 0\n"
        ),
    ]
}
