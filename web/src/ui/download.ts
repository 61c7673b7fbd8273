// download.ts - gives a text or a picture to the reader as a file.

export function download(name: string, what: string | Blob): void {
  const blob = typeof what === "string" ? new Blob([what], { type: "text/plain" }) : what;
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = name;
  link.click();
  setTimeout(() => URL.revokeObjectURL(address), 1000);
}
