import { useComputed } from '@preact/signals';
import { t } from '../../app/i18n.ts';
import { convertibleLinesAt, convertLines } from '../state/conversion.ts';
import '../convert.css';

/** Beside a line in simplified characters: writes it, and all others that are, in traditional ones. */
export function ConvertOffer({ lineId }: { readonly lineId: string }) {
  const count = useComputed(() => convertibleLinesAt(lineId)).value;
  if (count === 0) return null;
  return (
    <button type="button" class="convert-offer" onClick={convertLines}>
      {t('write.toTraditional {count}', { count })}
    </button>
  );
}
