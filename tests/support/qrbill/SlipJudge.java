import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Base64;
import java.util.stream.Collectors;
import net.codecrete.qrbill.generator.Bill;
import net.codecrete.qrbill.generator.GraphicsFormat;
import net.codecrete.qrbill.generator.Language;
import net.codecrete.qrbill.generator.OutputSize;
import net.codecrete.qrbill.generator.QRBill;
import net.codecrete.qrbill.generator.QRBillValidationError;
import net.codecrete.qrbill.generator.SeparatorType;
import net.codecrete.qrbill.generator.ValidationResult;

/**
 * Reads the texts of symbols and draws their slips on A4: pairs of TEXT (base64) FILE.pdf-LANGUAGE, where "-" is no file; one line a text: the
 * text that it writes for the bill that it read (base64), and its objections.
 */
public class SlipJudge {
  public static void main(String[] args) throws Exception {
    for (int i = 0; i + 1 < args.length; i += 2) {
      String again = "";
      String objections = "";
      try {
        Bill bill = QRBill.decodeQrCodeText(new String(Base64.getDecoder().decode(args[i]), StandardCharsets.UTF_8));
        ValidationResult result = QRBill.validate(bill);
        objections = result.getValidationMessages().stream().map(m -> m.getField() + " " + m.getMessageKey()).collect(Collectors.joining(", "));
        again = Base64.getEncoder().encodeToString(QRBill.encodeQrCodeText(bill).getBytes(StandardCharsets.UTF_8));
        if (!args[i + 1].equals("-")) {
          String[] target = args[i + 1].split("-(?=[a-z]+$)");
          bill.getFormat().setGraphicsFormat(GraphicsFormat.PDF);
          bill.getFormat().setOutputSize(OutputSize.A4_PORTRAIT_SHEET);
          bill.getFormat().setSeparatorType(SeparatorType.SOLID_LINE);
          bill.getFormat().setLanguage(Language.valueOf(target[1].toUpperCase()));
          Files.write(Path.of(target[0]), QRBill.generate(bill));
        }
      } catch (QRBillValidationError e) {
        objections = e.getMessage();
      }
      System.out.println("JUDGED\t" + again + "\t" + objections.replace('\n', ' '));
    }
  }
}
