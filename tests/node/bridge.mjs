// Answers one question about cc-session-io: reads {what, ...} as JSON from stdin, writes the answer as JSON to stdout.
import { readFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const library = await import(pathToFileURL(`${process.argv[2]}/node_modules/cc-session-io/dist/index.js`));
const question = JSON.parse(readFileSync(0, "utf-8"));

const answers = {
  names: ({ paths }) => paths.map(library.projectPathToHash),
  repairs: ({ conversations }) => conversations.map(library.repairToolPairing),
  read: ({ file }) => {
    const { sessionId, projectPath, messages, records } = library.readSession(file);
    return { sessionId, projectPath, messages, records };
  },
  append: ({ sessionId, projectPath, messages }) => {
    const session = library.openSession({ sessionId, projectPath });
    session.importMessages(messages);
    session.save();
    return session.jsonlPath;
  },
  write: ({ projectPath, messages, attributes }) => {
    const session = library.createSession({ projectPath, ...attributes });
    session.importMessages(messages);
    session.save();
    return { file: session.jsonlPath, sessionId: session.sessionId };
  },
  parse: ({ text }) => library.serializeJsonl(library.parseJsonl(text)),
};

process.stdout.write(JSON.stringify(answers[question.what](question)));
