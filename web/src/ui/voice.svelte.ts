// voice.svelte.ts - a voice of this device that speaks the reader's language. Voices that speak by
// way of a network are never used: what is said here stays here.
import { createSubscriber } from "svelte/reactivity";
import { language } from "../lang/lang.svelte";

export class LocalVoice {
  #speech: SpeechSynthesis | undefined = globalThis.speechSynthesis;
  /** Voices may become known a while after the page is there. */
  #subscribe = createSubscriber((update) => {
    this.#speech?.addEventListener?.("voiceschanged", update);
    return () => this.#speech?.removeEventListener?.("voiceschanged", update);
  });

  /** Null where this device has none for the language. */
  get current(): SpeechSynthesisVoice | null {
    this.#subscribe();
    const isFitting = ({ localService, lang }: SpeechSynthesisVoice) =>
      localService && lang.slice(0, 2).toLowerCase() === language();
    return this.#speech?.getVoices().find(isFitting) ?? null;
  }

  /** Says this in place of whatever is being said. */
  say(text: string): void {
    const voice = this.current;
    this.hush();
    if (voice === null || text === "" || document.hidden) return;
    const words = new SpeechSynthesisUtterance(text);
    words.voice = voice;
    words.lang = voice.lang;
    this.#speech?.speak(words);
  }

  hush(): void {
    this.#speech?.cancel();
  }
}
