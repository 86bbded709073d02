export function serveFolder(folder: string): Promise<{ readonly url: string; close(): void }>
