/** The texts for when something goes wrong: the crash screen and the diagnostics. */
export interface CrashTexts {
  crash: {
    title: string;
    about: string;
    back: string;
    /** To the list of games. */
    leave: string;
    copy: string;
    copied: string;
    details: string;
  };
  diagnostics: {
    title: string;
    about: string;
    copy: string;
    looking: string;
    program: string;
    version: string;
    system: string;
    webview: string;
    data: string;
    games: string;
    pictures: string;
    reading: string;
    ready: string;
    models: Record<'locator' | 'reader', string>;
    trained: string;
    bytes: (count: number) => string;
    genuine: string;
    other: string;
    otherRuntime: string;
    missing: string;
    unknown: string;
    unreadable: string;
    cameras: string;
    noCamera: string;
  };
}
