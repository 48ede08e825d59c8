package sqlite_test

import (
	"context"
	"slices"
	"strings"
	"testing"
	"unicode"

	"github.com/rivo/uniseg"
	"golang.org/x/text/unicode/norm"
	"golang.org/x/text/width"

	"memtray/store"
	"memtray/store/text"
)

// spoken are sentences of scripts without blanks, and of such beside Latin
// words; those of one line say the same, character by character, in two spellings.
var spoken = [][]string{
	{"支付回调必须按投递编号去重", "支付回調必須按投遞編號去重"},
	{"这个项目用连接池，大小为十", "這個項目用連接池，大小為十"},
	{"数据库迁移之后要重建索引", "數據庫遷移之後要重建索引"},
	{"请不要在测试里调用网络", "請不要在測試裡調用網絡"},
	{"发布说明写在变更日志的开头", "發佈說明寫在變更日誌的開頭"},
	{"头发和发展不是同一个词", "頭髮和發展不是同一個詞"},
	{"他为什么总是说什么是什么呢", "他為什麼總是說什麼是什麼呢"},
	{"我们的服务器在台湾和云南", "我們的服務器在臺灣和雲南"},
	{"webhook去重", "webhook去重"},
	{"用React写前端，用Go写后端", "用React寫前端，用Go寫後端"},
	{"第3章讲HTTP2协议v1.2的变化", "第3章講HTTP2協議v1.2的變化"},
	{"缓存TTL是30秒，超时后重试", "緩存TTL是30秒，超時後重試"},
	{"把config.yaml里的端口改成8080", "把config.yaml裡的端口改成8080"},
	{"错误码E1024表示连接被拒绝", "錯誤碼E1024表示連接被拒絕"},
	{"软件著作权看着办", "軟件著作權看著辦"},
	{"データベースの検索が遅い", "ﾃﾞｰﾀﾍﾞｰｽの検索が遅い"},
	{"ユーザーの設定を保存する", "ﾕｰｻﾞｰの設定を保存する"},
	{"国会図書館の気圧計と発電所"},
	{"バグ修正はdevelopブランチで"},
	{"React のコンポーネントを分割", "Ｒｅａｃｔ のコンポーネントを分割"},
	{"人々が時々読む本〆切"},
	{"ガギグゲゴとパピプペポ"},
	{"한국어 검색은 어렵다"},
	{"데이터베이스 연결이 끊어졌습니다"},
	{"웹훅은 중복제거가 필요하다"},
	{"API키를 환경변수에 저장"},
	{"쿠버네티스 배포는 금요일에 하지 않는다"},
	{"ภาษาไทยไม่มีช่องว่าง"},
	{"น้ำท่วมเซิร์ฟเวอร์ที่กรุงเทพ"},
	{"ใช้ PostgreSQL เป็นฐานข้อมูล"},
	{"ผู้ใช้ลืมรหัสผ่านบ่อยๆ"},
	{"ພາສາລາວບໍ່ມີຊ່ອງວ່າງ"},
	{"ຖານຂໍ້ມູນຢູ່ໃນ server ເກົ່າ"},
	{"ភាសាខ្មែរមិនមានដកឃ្លា"},
	{"ម៉ាស៊ីនមេ API ដំណើរការយឺត"},
	{"မြန်မာစာတွင် နေရာလွတ်မရှိ"},
	{"ဒေတာဘေ့စ် backup လုပ်ပါ"},
	{"注音ㄅㄆㄇ和漢字", "注音ㄅㄆㄇ和汉字"},
	{"꒰ꀀꀁꀂ꒱ 彝文字母"},
	{"全角ＡＰＩ與半角API", "全角API与半角API"},
}

// TestPieces: every one to four characters of a text, in any spelling of it,
// find the text in each of its spellings.
func TestPieces(t *testing.T) {
	ctx := context.Background()
	s := openIn(t, t.TempDir(), nil)
	ids := make([][]int64, len(spoken))
	for i, spellings := range spoken {
		for _, body := range spellings {
			saved, err := s.Save(ctx, store.Author{Kind: store.Person}, store.Draft{Body: body, Private: true})
			if err != nil {
				t.Fatal(err)
			}
			ids[i] = append(ids[i], saved.Memory.ID)
		}
	}
	asked := map[string][]int64{}
	for i, spellings := range spoken {
		for _, body := range spellings {
			for piece := range pieces(body) {
				for _, q := range []string{piece, norm.NFD.String(piece), width.Widen.String(piece), width.Narrow.String(piece)} {
					if _, ok := asked[q]; !ok {
						asked[q] = search(t, s, q)
					}
					for _, id := range ids[i] {
						if !slices.Contains(asked[q], id) {
							t.Errorf("%q does not find %q: %v, %q", q, body, text.Terms(q, false), text.Tokens(body))
						}
					}
				}
			}
		}
	}
	if got := search(t, s, "น"); len(got) == 0 {
		t.Error("a character without its marks does not find the one with them")
	}
	if len(asked) < 2000 {
		t.Errorf("only %d pieces", len(asked))
	}
}

// pieces yields the one to four neighbouring characters, as people see them, of a
// text, without blanks and with at least one of a script without blanks.
func pieces(body string) func(yield func(string) bool) {
	var chars []string
	for g := uniseg.NewGraphemes(body); g.Next(); {
		chars = append(chars, g.Str())
	}
	return func(yield func(string) bool) {
		for i := range chars {
			for n := 1; n <= 4 && i+n <= len(chars); n++ {
				piece := strings.Join(chars[i:i+n], "")
				if strings.ContainsFunc(piece, func(r rune) bool { return r > 0x0E00 && unicode.IsLetter(r) && width.LookupRune(r).Narrow() == 0 }) &&
					!strings.Contains(piece, " ") && !yield(piece) {
					return
				}
			}
		}
	}
}

func search(t *testing.T, s interface {
	Find(context.Context, store.Query) (store.Listing, error)
}, query string) []int64 {
	t.Helper()
	l, err := s.Find(context.Background(), store.Query{Terms: text.Terms(query, false), Literal: query, Limit: store.MaxPage})
	if err != nil {
		t.Fatalf("%q: %v", query, err)
	}
	var ids []int64
	for _, r := range l.Rows {
		ids = append(ids, r.ID)
	}
	return ids
}
