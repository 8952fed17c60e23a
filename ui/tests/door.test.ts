import { render, screen, waitFor } from '@testing-library/svelte';
import userEvent from '@testing-library/user-event';
import { describe, expect, it } from 'vitest';
import App from '../src/App.svelte';
import { asFailure, frameOf } from '../src/backend/backend';
import { FakeBackend } from '../src/backend/fake';
import { view } from '../src/backend/scenes';
import { CATALOGUES } from '../src/messages/speech.svelte';

describe('the door to the core', () => {
  it('makes a failure of whatever is thrown', () => {
    expect(asFailure({ code: 'stale', details: {} })).toEqual({ code: 'stale', details: {} });
    expect(asFailure({ code: 'stale' })).toEqual({ code: 'stale', details: {} });
    expect(asFailure(new TypeError('no core'))).toEqual({ code: 'unexpected', details: { cause: 'no core' } });
    expect(asFailure('words')).toEqual({ code: 'unexpected', details: { cause: 'words' } });
  });

  it('reads a frame of the camera as the core writes it', async () => {
    const frame = frameOf(new Uint8Array([4, 3, 2, 1, 0, 3, 2, 1, 2, 2, 5, 0xff, 0xd8]).buffer);
    expect(frame).toMatchObject({ number: 0x01020304, read: 0x01020300, moved: [2, 5] });
    expect(frame?.jpeg.size).toBe(2);
    expect(frameOf(new ArrayBuffer(0))).toBeNull();
  });

  it('says why the table could not be opened, and tries again', async () => {
    const backend = new FakeBackend(view());
    const real = backend.view.bind(backend);
    backend.view = () => Promise.reject({ code: 'newer_format', details: { file: '/home/haru/games.sqlite' } });
    render(App, { props: { backend } });
    expect((await screen.findByTestId('failure')).textContent).toContain('newer version');
    expect(screen.getByText('/home/haru/games.sqlite')).not.toBeNull();
    // The chosen language lies with the games, so it may have to be chosen here.
    await userEvent.click(screen.getByTestId('language-ko'));
    expect(screen.getByTestId('failure').textContent).toBe(CATALOGUES.ko.failures.newer_format(() => ''));
    await userEvent.click(screen.getByTestId('diagnostics-open'));
    await screen.findByTestId('diagnostics-sheet');
    // The reference card is the core's: no key and no button that would close this and show nothing.
    expect(screen.queryByTestId('card-open')).toBeNull();
    await userEvent.keyboard('{F1}{F2}');
    expect(screen.queryByTestId('diagnostics-sheet')).not.toBeNull();
    await userEvent.keyboard('{Escape}');
    backend.view = real;
    await userEvent.click(screen.getByTestId('retry'));
    await waitFor(() => expect(screen.queryByTestId('start-screen')).not.toBeNull());
    // The file that opened at last knows nothing of the choice yet.
    await waitFor(() => expect(backend.intents).toMatchObject([{ kind: 'set_settings', settings: { language: 'ko' } }]));
  });
});
