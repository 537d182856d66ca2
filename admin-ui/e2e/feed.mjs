// Records as Claude Code writes them, for the feeds of the tests.
let calls = 0

/** Returns the two records of a complete write of a file. */
export function wrote(path, text, { helper, at = new Date().toISOString(), cwd = '/home/ada/work' } = {}) {
  const id = `w${++calls}`
  const stamp = { timestamp: at, cwd, sessionId: 'e2e', ...(helper && { isSidechain: true, attributionAgent: helper }) }
  return [
    line('assistant', stamp, { type: 'tool_use', id, name: 'Write', input: { file_path: path, content: text } }),
    line('user', stamp, { type: 'tool_result', tool_use_id: id, is_error: false, content: 'The file was written.' }),
  ]
}

function line(role, stamp, block) {
  return JSON.stringify({ type: role, ...stamp, message: { role, content: [block] } })
}

/** Sends records as one batch of a feed. */
export async function observe(server, conversationId, records) {
  const query = 'mutation($input: ObserveInput!) { observe(input: $input) { applied unconfirmed skipped } }'
  const input = { conversationId, source: 'e2e.jsonl', position: String(++calls), recordsText: records.flat().join('\n') }
  return (await server.gql(query, { input })).observe
}

/** Creates a conversation that follows an agent on a machine. */
export async function startConversation(server, title, { host = 'laptop', cwd = '/home/ada/work' } = {}) {
  const query = 'mutation($input: CreateConversationInput!) { createConversation(input: $input) { conversation { id } } }'
  return (await server.gql(query, { input: { title, harness: 'claude', host, cwd } })).createConversation.conversation.id
}

/** Runs a mutation that takes one input. */
export async function act(server, name, type, input, selection = 'deliverable { id }') {
  return (await server.gql(`mutation($input: ${type}!) { ${name}(input: $input) { ${selection} } }`, { input }))[name]
}
